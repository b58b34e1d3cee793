-- What wrk sends and what it prints. Arguments: METHOD [FILE-WITH-JSON-BODY].
-- The request is made once by wrk itself from these globals, so no Lua runs for each request.
function init(args)
	wrk.method = args[1]
	if args[2] then
		local file = assert(io.open(args[2], "rb"))
		wrk.body = file:read("*a")
		file:close()
		wrk.headers["Content-Type"] = "application/json"
	end
end

function done(summary, latency, requests)
	io.write(string.format(
		"RESULT requests=%d micros=%d bytes=%d p50=%d p99=%d max=%d connect=%d read=%d write=%d status=%d timeout=%d\n",
		summary.requests, summary.duration, summary.bytes,
		latency:percentile(50), latency:percentile(99), latency.max,
		summary.errors.connect, summary.errors.read, summary.errors.write, summary.errors.status, summary.errors.timeout))
end
