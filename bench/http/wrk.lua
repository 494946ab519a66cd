-- Walks a file of VINs, one a request. Arguments: the file, where to begin, the path before the VIN, a file of keys
-- that are used in turn or an empty name, the body of a POST with the VIN's place or nothing.
local vins, at = {}, 0
local before, after = "", {}
local place = string.rep("@", 17)

function init(args)
  for vin in io.lines(args[1]) do vins[#vins + 1] = vin end
  at = tonumber(args[2]) % #vins
  local function divide()
    local body = args[5] ~= "" and args[5] or nil
    local whole = body and wrk.format("POST", args[3], nil, body) or wrk.format("GET", args[3] .. place)
    local mark = whole:find(place, 1, true)
    before, after[#after + 1] = whole:sub(1, mark - 1), whole:sub(mark + #place)
  end
  if args[4] == nil or args[4] == "" then return divide() end
  for key in io.lines(args[4]) do
    wrk.headers["x-AuthKey"] = key
    divide()
  end
end

function request()
  at = at % #vins + 1
  return before .. vins[at] .. after[at % #after + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"refused":%d,"broken":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
