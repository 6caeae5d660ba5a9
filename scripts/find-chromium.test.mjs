import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { disabledFeatures } from './find-chromium.mjs'
import { root } from './find-node.mjs'

test('whatever Playwright turns off in Chromium stays turned off', () => {
  const bundle = readFileSync(join(root, 'node_modules', 'playwright-core', 'lib', 'coreBundle.js'), 'utf8')
  const [, list = ''] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? []
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(names).toContain('PaintHolding')
  expect(disabledFeatures).toEqual(expect.arrayContaining(names))
})
