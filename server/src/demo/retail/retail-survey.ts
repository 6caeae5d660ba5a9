import { fromDayNumber } from '@gensvar/contract/dates'
import { demoPeriod } from '../calendar.ts'
import { readConfiguration } from '../configuration.ts'
import type { NewChoice } from '#server/domain/build/questions.ts'
import type { PlannedSurvey, PlannedUnit, PlannedView } from '../plan.ts'
import { Random } from '../random.ts'
import { notStatedTitle } from '#server/domain/survey/unit-text.ts'
import { inFiveLanguages } from '../texts/five-languages.ts'
import { countries } from '../texts/places.ts'
import { productAreas } from '../texts/products.ts'
import { Customers } from './customers.ts'
import { retailActions } from './actions.ts'
import { unitOwners } from './alerts.ts'
import { retailGroups, retailQuestions } from './questions.ts'
import { campaignsOf } from './campaigns.ts'
import { retailResponses } from './responses.ts'
import type { RetailSize } from './responses.ts'
import { makeStores } from './stores.ts'
import type { Store } from './stores.ts'
import { Visits } from './visits.ts'

/** The demo's usual numbers of rows. */
export const retailSize: RetailSize = { completed: 50_000, spam: 120, samples: 6_000 }

/** The survey of the shops' visitors, as it looks on a date (ISO). The same date and size give the same rows. */
export function planRetail(today: string, size: RetailSize = retailSize): PlannedSurvey {
  const random = new Random('gensvar retail')
  const period = demoPeriod(today)
  const stores = makeStores(random.fork('stores'), period)
  const views = [organisation(stores), products()]
  return {
    extName: 'visits',
    title: inFiveLanguages('Store visits | Butiksbesök | Butikkbesøk | Butiksbesøg | Myymäläkäynnit'),
    organisationName: 'Nordic Retail',
    configuration: readConfiguration('retail.yaml'),
    groups: retailGroups,
    questions: retailQuestions({
      country: choicesAt(views[0], 0),
      region: choicesAt(views[0], 1),
      store: choicesAt(views[0], 2),
      agent: choicesAt(views[0], 3),
      product_area: choicesAt(views[1], 0),
      product: choicesAt(views[1], 1),
      city: cities(),
    }),
    views,
    campaigns: campaignsOf(period.today),
    actions: retailActions(period.today),
    size: size.completed + size.spam + size.samples,
    responses: () => {
      const customers = new Customers(random.fork('customers'))
      const visits = new Visits(random.fork('visits'), stores, customers, period)
      return retailResponses(random.fork('responses'), visits, period, size)
    },
  }
}

function organisation(stores: readonly Store[]): PlannedView {
  const units: PlannedUnit[] = []
  for (const country of countries) {
    const owner = unitOwners.get(country.extName)
    units.push({ path: [country.extName], title: country.title, owner })
    for (const region of country.regions) {
      const owner = unitOwners.get(region.extName)
      units.push({ path: [country.extName, region.extName], title: region.title, owner })
    }
  }
  for (const store of stores) {
    const path = [store.country, store.region, store.extName]
    const owner = unitOwners.get(store.extName)
    const validFrom = fromDayNumber(store.opened)
    units.push({ path, title: { en: store.title }, aliases: store.aliases, owner, validFrom })
    for (const agent of store.agents)
      units.push({ path: [...path, agent.extName], title: { en: `${agent.firstName} ${agent.lastName}` } })
    units.push({ path: [...path, '-'], title: notStatedTitle })
  }
  const title = inFiveLanguages('Organisation | Organisation | Organisasjon | Organisation | Organisaatio')
  return { extName: 'organisation', title, levels: ['country', 'region', 'store', 'agent'], units }
}

function products(): PlannedView {
  const units: PlannedUnit[] = productAreas.flatMap((area) => [
    { path: [area.extName], title: area.title },
    ...area.products.map((product) => ({ path: [area.extName, product.extName], title: product.title })),
  ])
  units.push({ path: ['-'], title: notStatedTitle }, { path: ['-', '-'], title: notStatedTitle })
  const title = inFiveLanguages('Products | Produkter | Produkter | Produkter | Tuotteet')
  return { extName: 'products', title, levels: ['product_area', 'product'], units }
}

/** The units of a level as the choices of its question, without "not stated". */
function choicesAt(view: PlannedView | undefined, level: number): NewChoice[] {
  const units = view?.units.filter((unit) => unit.path.length === level + 1) ?? []
  return units.flatMap((unit) => {
    const extName = unit.path[level] ?? '-'
    return extName === '-' ? [] : [{ extName, title: unit.title }]
  })
}

function cities(): NewChoice[] {
  const regions = countries.flatMap((country) => country.regions)
  const names = regions.flatMap((region) => [...Object.keys(region.stores), ...region.towns])
  return [...new Set(names)]
    .sort((a, b) => a.localeCompare(b, 'sv'))
    .map((name) => ({ extName: name, title: { en: name } }))
}
