import { expect, test } from 'vitest'
import { callerOf, configuredAddress } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('a caller at %s counts as %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller)
})

test.each([
  [{ publicUrl: 'https://survey.example.org', host: '0.0.0.0', port: 80 }, 'https://survey.example.org'],
  [{ publicUrl: null, host: '127.0.0.1', port: 8080 }, 'http://127.0.0.1:8080'],
  [{ publicUrl: null, host: '0.0.0.0', port: 8080 }, 'http://127.0.0.1:8080'],
  [{ publicUrl: null, host: '::1', port: 8080 }, 'http://[::1]:8080'],
])('%o is opened at %s', (config, address) => {
  expect(configuredAddress(config)).toBe(address)
})
