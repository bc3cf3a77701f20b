/** The process of the stand-in service: prints where it listens, ends with its parent. */
import { startStandInService } from './stand-in.ts';

const { baseUrl } = await startStandInService();
process.stdout.write(`${JSON.stringify({ url: baseUrl.href })}\n`);
