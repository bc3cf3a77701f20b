/** The Lua script with which wrk sends requests in turn and reports in one line of JSON. */
import type { LoadRequest } from './load.ts';

/** A text as Lua writes it. Bodies and tokens are ASCII, so that the escapes of JSON are those of Lua. */
export const quoted = (text: string): string => {
  if (!/^[\x20-\x7e\n]*$/.test(text)) throw new RangeError(`wrk is given ASCII only, and got ${JSON.stringify(text)}.`);
  return JSON.stringify(text);
};

/** What reports at the end. */
export const reportAtEnd = `done = function(summary, latency)
  local failed = summary.errors
  io.write(string.format(
    '\\n{"requests":%d,"durationUs":%d,"bytes":%d,"p50Us":%d,"p99Us":%d,"failures":%d}\\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    failed.connect + failed.read + failed.write + failed.status + failed.timeout))
end
`;

/** Headers as fields of a table of Lua. */
const fieldsOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`)
    .join(',');

/** Writes the script. Requests are made once, before the load starts. */
export const wrkScript = (requests: readonly LoadRequest[], headers: Readonly<Record<string, string>>): string => {
  const bodies = [...new Set(requests.map(({ body }) => body))];
  const indexOf = new Map(bodies.map((body, index) => [body, index + 1]));
  const entries = requests.map(({ headers: own, body }) => `{{${fieldsOf(own)}},${indexOf.get(body)}}`);
  return `local bodies = {${bodies.map(quoted).join(',\n')}}
local entries = {${entries.join(',\n')}}
local requests = {}
local last = 0

init = function()
  for index, entry in ipairs(entries) do
    local headers = {["content-type"]="application/json",${fieldsOf(headers)}}
    for name, value in pairs(entry[1]) do headers[name] = value end
    requests[index] = wrk.format("POST", nil, headers, bodies[entry[2]])
  end
  -- Else the first tokens would be those of every slice, and over their rate.
  math.randomseed(os.time())
  last = math.random(#requests) - 1
end

request = function()
  last = last % #requests + 1
  return requests[last]
end

${reportAtEnd}`;
};
