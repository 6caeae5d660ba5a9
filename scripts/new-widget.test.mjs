import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from './find-node.mjs'
import { addWidget } from './new-widget.mjs'

let project

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'gensvar-new-widget-'))
  for (const path of ['contract/src/widgets/index.ts', 'server/src/widgets/registry.ts', 'web/src/widgets/registry.ts'])
    cpSync(join(root, path), join(project, path))
})
afterEach(() => rmSync(project, { recursive: true }))

const read = (path) => readFileSync(join(project, path), 'utf8')

describe('addWidget', () => {
  test('writes the contract, both sides with a test, and a line in each registry', () => {
    const paths = addWidget(project, 'churn-risk')
    expect(paths).toHaveLength(9)
    expect(read('contract/src/widgets/churn-risk.ts')).toContain('export const churnRisk = defineWidget({')
    expect(read('web/src/widgets/churn-risk/churn-risk.tsx')).toContain('export function ChurnRisk(')
    for (const side of ['contract/src/widgets/index.ts', 'server/src/widgets/registry.ts'])
      expect(read(side)).toMatch(/import \{ churnRisk \}[^]*'churn-risk': churnRisk,/)
    expect(read('server/src/widgets/registry.ts')).toMatch(
      /import \{ churnRiskReport \}[^]*'churn-risk': churnRiskReport,/,
    )
    expect(read('web/src/widgets/registry.ts')).toContain(`'churn-risk': view<'churn-risk'>(`)
  })

  test('can be repeated with another name', () => {
    addWidget(project, 'churn-risk')
    addWidget(project, 'pulse')
    expect(read('contract/src/widgets/index.ts')).toMatch(/'churn-risk': churnRisk,\n {2}pulse,\n/)
  })

  test('refuses a name that will not do, and one that is taken, and writes nothing', () => {
    const before = read('contract/src/widgets/index.ts')
    expect(() => addWidget(project, 'ChurnRisk')).toThrow(/not a name/)
    addWidget(project, 'pulse')
    expect(() => addWidget(project, 'pulse')).toThrow(/there is a widget of that name/)
    expect(read('contract/src/widgets/index.ts').replace(/.*pulse.*\n/g, '')).toBe(before)
  })
})
