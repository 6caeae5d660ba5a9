import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import type { LocalText } from '@gensvar/contract/local-text'

/** A tile to show: which indicator of which survey of which universe. */
export interface OverviewTile {
  universe: string
  survey: string
  indicator: string
}

type Overview = NonNullable<ServerConfig['globalOverview']>

/** Text over the overview where the server has none of its own. */
export const welcomeText: LocalText = {
  en: 'Welcome',
  sv: 'Välkommen',
  no: 'Velkommen',
  da: 'Velkommen',
  fi: 'Tervetuloa',
}

/** Text that says what a click does where the server has none of its own. */
export const clickText: LocalText = {
  en: 'Choose where to go',
  sv: 'Välj vart du vill gå',
  no: 'Velg hvor du vil gå',
  da: 'Vælg, hvor du vil hen',
  fi: 'Valitse, minne haluat siirtyä',
}

/** Time spans offered where the server has none of its own. */
export const timeFilters: Overview['timeFilters'] = [
  {
    extName: 'rel_-1m_0d',
    title: { en: 'Last month', sv: 'Senaste månaden', no: 'Siste måned', da: 'Seneste måned', fi: 'Viime kuukausi' },
  },
  {
    extName: 'rel_-3m_0d',
    title: {
      en: 'Last three months',
      sv: 'Senaste tre månaderna',
      no: 'Siste tre måneder',
      da: 'Seneste tre måneder',
      fi: 'Viimeiset kolme kuukautta',
    },
  },
  {
    extName: 'rel_-1y_0d',
    title: { en: 'Last year', sv: 'Senaste året', no: 'Siste år', da: 'Seneste år', fi: 'Viime vuosi' },
  },
]

/** Heading of the tiles of a universe's surveys. */
export const surveysTitle: LocalText = {
  en: 'Surveys',
  sv: 'Undersökningar',
  no: 'Undersøkelser',
  da: 'Undersøgelser',
  fi: 'Kyselyt',
}
