import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import type { LocalText } from '@gensvar/contract/local-text'

/** A tile to show: which indicator of which survey of which universe. */
export interface OverviewTile {
  universe: string
  survey: string
  indicator: string
}

type Overview = NonNullable<ServerConfig['globalOverview']>

/** Default text over the overview. */
export const welcomeText: LocalText = {
  en: 'Welcome',
  sv: 'Välkommen',
  no: 'Velkommen',
  da: 'Velkommen',
  fi: 'Tervetuloa',
}

/** Default text that explains what a click does. */
export const clickText: LocalText = {
  en: 'Choose where to go',
  sv: 'Välj vart du vill gå',
  no: 'Velg hvor du vil gå',
  da: 'Vælg, hvor du vil hen',
  fi: 'Valitse, minne haluat siirtyä',
}

/** Default time spans: whole calendar periods. */
export const timeFilters: Overview['timeFilters'] = [
  {
    extName: 'last_1q',
    title: {
      en: 'Last quarter',
      sv: 'Förra kvartalet',
      no: 'Forrige kvartal',
      da: 'Sidste kvartal',
      fi: 'Viime vuosineljännes',
    },
  },
  {
    extName: 'last_1m',
    title: { en: 'Last month', sv: 'Förra månaden', no: 'Forrige måned', da: 'Sidste måned', fi: 'Viime kuukausi' },
  },
  {
    extName: 'last_1y',
    title: { en: 'Last year', sv: 'Förra året', no: 'I fjor', da: 'Sidste år', fi: 'Viime vuosi' },
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
