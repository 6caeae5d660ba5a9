// Who may import whom, and what files may be called: docs/decisions/010-boundaries-by-dependency-cruiser.md.
// Every rule speaks of paths from the project's root. `$1` in `to` is what the first group of `from` matched.

/** Tests, and what only tests import, may set the stage with anything. */
const tests = ['\\.test\\.tsx?$', '^server/src/testing/']

/** The layers of each side, the lowest first: a layer imports itself and what stands before it. */
const layers = {
  'server/src': [['platform'], ['domain'], ['widgets'], ['features'], ['cli', 'demo', '[^/]+\\.ts$']],
  'web/src': [['ui', 'lib', 'api\\.ts$'], ['widgets'], ['features'], ['routes']],
}

/** Only these files of a feature talk to a database. */
const talksSql = '(^|/|-)(store|query)\\.ts$'

/** Names that say nothing of what is in a file. */
const emptyNames = '(^|/)(utils?|helpers?|misc|common|manager|data|info)\\.(ts|tsx|mjs)$'

/** The folder that a file shares with its like: a feature, a widget, a part of the domain, or a folder right below `src`. */
const room = '^((?:server|web)/src/(?:(?:features|widgets|domain)/[^/]+/|[^/]+/|))'

const error = (name, comment, rule) => ({ severity: 'error', name, comment, ...rule })

/** For each layer, that it imports nothing of the layers above it. */
function layerRules() {
  return Object.entries(layers).flatMap(([side, order]) => {
    const place = (names) => `^${side}/(${names.map((name) => (name.endsWith('$') ? name : `${name}/`)).join('|')})`
    return order.slice(0, -1).map((names, index) =>
      error(`layer ${side}/${names[0]}`, `${side}: ${order.map(([name]) => name).join(' <- ')}`, {
        from: { path: place(names), pathNot: tests },
        to: { path: place(order.slice(index + 1).flat()) },
      }),
    )
  })
}

export default {
  forbidden: [
    error('no circle', 'Move what both need to a third file. An import of a type alone counts too.', {
      from: {},
      to: { circular: true },
    }),
    error('resolvable', 'Where an import leads must be known, or no rule here holds it.', {
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    }),
    error('plain names', 'Its name says nothing of what is in it.', {
      module: { path: emptyNames, numberOfDependentsLessThan: 100 },
      from: {},
    }),
    error('contract alone', 'The contract imports zod and itself.', {
      from: { path: '^contract/src/', pathNot: tests },
      to: { pathNot: ['^contract/src/', '/zod/'] },
    }),
    error('server and web', 'The two sides meet in the contract only.', {
      from: { path: '^server/', pathNot: tests },
      to: { path: '^web/' },
    }),
    error('web and server', 'The two sides meet in the contract only.', {
      from: { path: '^web/', pathNot: tests },
      to: { path: '^server/' },
    }),
    ...layerRules(),
    error('demo by itself', 'The demo is data: it writes what the domain holds and knows no screen.', {
      from: { path: '^server/src/demo/', pathNot: tests },
      to: { path: '^server/src/(widgets|features|cli|[^/]+\\.ts$)' },
    }),
    error('service only', "A feature imports another feature's service only, one file or a folder of verbs.", {
      from: { path: '^(server|web)/src/features/([^/]+)/', pathNot: tests },
      // Who is signed in concerns every screen: any feature of the web may build on it.
      to: {
        path: '^$1/src/features/',
        pathNot: ['^$1/src/features/$2/', '/features/[^/]+/service(\\.ts$|/)', '^web/src/features/session/'],
      },
    }),
    error('near by ./', 'What lies in the same feature, widget or room is imported by ./ or ../', {
      from: { path: room },
      to: { path: '^$1', dependencyTypes: ['aliased-subpath-import'] },
    }),
    error('far by #', 'What lies in another feature, widget or room is imported by #server/ or #web/', {
      from: { path: room },
      to: { path: '^(server|web)/src/', pathNot: '^$1', dependencyTypesNot: ['aliased-subpath-import'] },
    }),
    error('tracing on demand', 'What loads OpenTelemetry is loaded by startTracing alone.', {
      from: {},
      to: { path: '^server/src/platform/tracing/open-telemetry\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    }),
    error('store and query files', 'Only store and query files of a feature talk to a database; types are free.', {
      from: { path: '^server/src/features/', pathNot: [...tests, talksSql] },
      to: {
        path: ['(^|/)node_modules/(kysely|pg)/', '^server/src/platform/sql\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    }),
  ],
  options: {
    // swc reads TypeScript without the compiler's API, which TypeScript 7 does not have, and keeps imports of types.
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
