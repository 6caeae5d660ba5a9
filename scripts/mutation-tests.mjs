// Which tests `npm run mutate` runs for a path.
import { posix } from 'node:path'

/** Tests of folders that are tested from elsewhere too, or from elsewhere only. */
const further = {
  'server/src/domain/conditions': [
    'server/src/domain/rights/row-check.test.ts',
    'server/src/domain/figures/publishing/vocabulary.test.ts',
  ],
  'server/src/domain/figures/feed': ['server/src/domain/figures/expressions/handled-alerts.test.ts'],
  'server/src/domain/indicators': ['server/src/widgets/widgets.test.ts', 'server/src/widgets/ranking-table/*.test.ts'],
  'server/src/domain/rights': ['server/src/features/identity/*.test.ts'],
  'server/src/features/identity': [
    'server/src/features/identity-provider/*.test.ts',
    'server/src/features/roles/view-as.test.ts',
  ],
  'server/src/features/identity-provider': ['server/src/features/identity/*.test.ts'],
  'server/src/features/shares': [
    'server/src/features/interviews/interviews.test.ts',
    'server/src/features/identity/acting.test.ts',
  ],
}

/** Patterns of the test files of a folder or file: those beside it, and those named above. */
export function testsOf(path) {
  const folder = /\.(ts|mjs)$/.test(path) ? posix.dirname(path) : path
  const extra = Object.entries(further).flatMap(([part, tests]) => (isIn(folder, part) ? tests : []))
  return [`${folder}/**/*.test.@(ts|mjs)`, ...extra]
}

function isIn(folder, part) {
  return folder === part || folder.startsWith(`${part}/`)
}
