import type { buildApp } from '../../server/src/app.ts'
import { loadTestLevels } from '../../server/src/features/demo/load-test.ts'
import { timeEach } from './measure.ts'
import type { Spread } from './measure.ts'

/** A kind of request and the addresses it is measured with: each only once, so that no kept result answers. */
export interface RequestKind {
  name: string
  urls: string[]
}

/** Rankings, tiles and results of the demo's store visits, at places and with filters that differ from request to request. */
export function demoRequests(): RequestKind[] {
  const paths = [
    ...agesAt('root'),
    ...agesAt('country=SE'),
    ...agesAt('country=NO'),
    ...agesAt('country=FI;channel=store'),
  ]
  return kinds('visits', paths)
}

/** The same of the load test: rankings over areas, over all teams of a site, and of everything. */
export function loadRequests(): RequestKind[] {
  const [area] = loadTestLevels
  const places = ['root', ...Array.from({ length: 20 }, (_, at) => `${area}=area-${at + 1}`)]
  const paths = places.flatMap((place) => agesAt(place).slice(0, 4))
  return kinds('load', paths)
}

function kinds(survey: string, paths: readonly string[]): RequestKind[] {
  const of = (component: string): string[] => paths.map((path) => `/rest/widgets/data/${survey}/${component}/${path}`)
  return [
    { name: 'ranking', urls: of('units') },
    { name: 'tiles', urls: of('head') },
    { name: 'results', urls: of('results') },
  ]
}

/** A place with filters on age that ask for other rows each. */
function agesAt(place: string): string[] {
  const begin = place === 'root' ? '' : `${place};`
  return Array.from({ length: 20 }, (_, at) => `${begin}age=range_${16 + at}_${60 + at}`)
}

/** Server time of each kind of request, from the request's arrival to the finished answer. */
export async function measureRequests(
  app: Awaited<ReturnType<typeof buildApp>>,
  token: string,
  kindsOf: readonly RequestKind[],
): Promise<Map<string, Spread>> {
  const headers = { authorization: `Bearer ${token}` }
  const measured = new Map<string, Spread>()
  for (const kind of kindsOf) {
    const ask = async (url: string): Promise<void> => {
      const response = await app.inject({ method: 'GET', url, headers })
      if (response.statusCode !== 200)
        throw new Error(`${url} answered ${response.statusCode}: ${response.body.slice(0, 300)}`)
    }
    // The first ones compile queries and load what is loaded once.
    for (const url of kind.urls.slice(0, 3)) await ask(url)
    measured.set(kind.name, await timeEach(kind.urls.slice(3), ask))
  }
  return measured
}
