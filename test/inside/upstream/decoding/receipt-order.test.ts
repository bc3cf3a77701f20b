import { describe, expect, it } from 'vitest';
import { orderOfReceipt } from '../../../../src/upstream/decoding/receipt-order.ts';

describe('orderOfReceipt', () => {
  it.each([
    ['http://service/api/v1/user/invoice?orderid=80025', 80_025],
    ['https://example.com/receipt?x=1&OrderId=42#top', 42],
    ['/v1/user/invoice?ORDERID=7&invoicetype=0', 7],
    ['invoice?orderid=7', 7],
    ['?orderid=7', 7],
    ['//service/invoice?orderid=7', 7],
    ['https://example.com/?order%69d=%37', 7],
    ['?orderid=7&orderid=7', 7],
    ['?orderid=2147483647', 2_147_483_647],
  ])('reads %s as %i', (url, order) => {
    expect(orderOfReceipt(url)).toBe(order);
  });

  it.each([
    null,
    '',
    'receipt',
    'http://',
    'https://example.com/invoice/80025',
    'https://example.com/orderid=7',
    '?xorderid=7',
    '?orderid=',
    '?orderid=0',
    '?orderid=-7',
    '?orderid=7.5',
    '?orderid=7e2',
    '?orderid=0x7',
    '?orderid=2147483648',
    '?orderid=99999999999999999999',
    '?orderid=7&OrderId=8',
    '#?orderid=7',
  ])('finds no order in %s', (url) => {
    expect(orderOfReceipt(url)).toBeNull();
  });
});
