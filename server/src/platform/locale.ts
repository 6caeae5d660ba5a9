import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { Identity } from './rights/identity.ts'

/** Language the server's words and figures are written in for a caller; English where theirs is not one we speak. */
export function localeOf(identity: Pick<Identity, 'locale'>): Locale {
  return isLocale(identity.locale) ? identity.locale : 'en'
}
