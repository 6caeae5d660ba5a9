import { say } from '@gensvar/contract/say'
import type { Locale } from '@gensvar/contract/local-text'
import type { Words } from '@gensvar/contract/say'

/** The name of a language, in a sentence. */
export const languageNames: Readonly<Record<Locale, Words>> = {
  en: say`English`,
  sv: say`Swedish`,
  no: say`Norwegian`,
  da: say`Danish`,
  fi: say`Finnish`,
}
