/** The process of a collector of traces that keeps nothing: prints where it listens, and reports at `/count` how many spans arrived. */
import { createServer } from 'node:http';

const SPAN = '"spanId"';
let spans = 0;

const countIn = (body: Buffer): number => {
  let count = 0;
  for (let at = body.indexOf(SPAN); at >= 0; at = body.indexOf(SPAN, at + SPAN.length)) count += 1;
  return count;
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    spans += countIn(Buffer.concat(chunks));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(request.url === '/count' ? String(spans) : '{}');
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector listens on no port.');
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}/` })}\n`);
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit());
