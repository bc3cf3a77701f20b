/** The Lua script with which wrk sends each request as another phone. */
import { quoted, reportAtEnd } from '../load/wrk-script.ts';
import type { Phones } from './phones-load.ts';

/** Writes the script. Token and address are put in when a request is sent: made before, those of a million phones would take gigabytes. */
export const phonesScript = (
  { count, first }: Phones,
  body: string,
  headers: Readonly<Record<string, string>>,
): string => {
  const fixed = Object.entries(headers).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`);
  return `local last = ${first - 1}
local text

init = function()
  local headers = {["content-type"]="application/json",${fixed.join(',')}}
  headers["authorization"] = "Bearer phone.NUMBER"
  headers["x-forwarded-for"] = "ADDRESS"
  text = wrk.format("POST", nil, headers, ${quoted(body)})
end

request = function()
  last = (last + 1) % ${count}
  local high, middle, low = math.floor(last / 65536), math.floor(last / 256) % 256, last % 256
  return (text:gsub("NUMBER", string.format("%07d", last), 1):gsub("ADDRESS", "10." .. high .. "." .. middle .. "." .. low, 1))
end

${reportAtEnd}`;
};
