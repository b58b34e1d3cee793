// Keeps the status of an order up to date while its page is open.
(() => {
  const list = document.getElementById('order-status');
  const steps = [...list.querySelectorAll('[data-step]')];

  const show = (status) => {
    const reached = steps.findIndex((step) => step.dataset.step === status);
    steps.forEach((step, index) => {
      step.classList.toggle('done', index <= reached);
      step.removeAttribute('aria-current');
    });
    steps[reached].setAttribute('aria-current', 'step');
    list.dataset.status = status;
  };

  if (list.dataset.status === 'SHIPPED') {
    return;
  }
  const events = new EventSource(list.dataset.events);
  events.addEventListener('status', (event) => {
    const { status } = JSON.parse(event.data);
    show(status);
    if (status === 'SHIPPED') {
      events.close();
    }
  });
})();
