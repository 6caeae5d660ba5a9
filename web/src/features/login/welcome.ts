import type { Locale } from '@gensvar/contract/local-text'

/** The greetings of the login screen, in the server's language, not the reader's. */
interface Welcome {
  title: string
  text: string
}

const nordic: Welcome = {
  title: 'Velkommen',
  text: 'Her ser du, hvad kunderne siger, og hvad I kan gøre ved det.',
}

const welcomes: Record<Locale, Welcome> = {
  sv: {
    title: 'Välkommen',
    text: 'Här ser du vad kunderna säger och vad ni kan göra åt det.',
  },
  da: nordic,
  no: { ...nordic, text: 'Her ser du hva kundene sier, og hva dere kan gjøre med det.' },
  fi: {
    title: 'Tervetuloa',
    text: 'Täältä näet, mitä asiakkaat sanovat ja mitä asialle voi tehdä.',
  },
  en: {
    title: 'Welcome',
    text: 'See what customers say, and what you can do about it.',
  },
}

/** The welcome of a server's language. */
export function welcomeIn(language: Locale): Welcome {
  return welcomes[language]
}
