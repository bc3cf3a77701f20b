import { describe, expect, it } from 'vitest';
import { parseLoadReport } from '../../../bench/load/load-report.ts';

const printed = `Running 2s test @ http://127.0.0.1:4000/graphql
  1 threads and 50 connections
Requests/sec:   5000.00

{"requests":10000,"durationUs":2000000,"bytes":2500000,"p50Us":4200,"p99Us":9100,"failures":0}
`;

describe('parseLoadReport', () => {
  it('finds the report after what wrk prints for people', () => {
    expect(parseLoadReport(printed)).toEqual({
      requests: 10_000,
      requestsPerSecond: 5000,
      p50Ms: 4.2,
      p99Ms: 9.1,
      bytes: 2_500_000,
      failures: 0,
    });
  });

  it('fails without a report, with what was printed instead', () => {
    expect(() => parseLoadReport('unable to connect to 127.0.0.1:4000')).toThrow('unable to connect');
  });

  it('fails when a figure is missing', () => {
    expect(() => parseLoadReport(printed.replace('"p99Us":9100,', ''))).toThrow('reports no figures');
  });

  it('fails when nothing was answered', () => {
    expect(() => parseLoadReport(printed.replace('"requests":10000', '"requests":0'))).toThrow('Nothing was answered');
  });
});
