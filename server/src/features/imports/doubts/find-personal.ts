import type { PlannedColumn } from '../plan/planned.ts'
import { headerWords, isAbout, unitRank } from '../profile/header-words.ts'
import type { PersonalSign } from './doubt.ts'

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const ip = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$|^(?=.*:.*:)[0-9a-f:]{6,39}$/i
const pair = /^-?\d{1,2}\.\d{2,}\s*[,;]\s*-?\d{1,3}\.\d{2,}$/
/** Personal numbers of the Nordic countries: day, month and year of birth and a few digits or a letter more. */
const nationalId =
  /^(?:(?:19|20)?\d{2}(?:0\d|1[0-2])(?:[0-2]\d|3[01])[-+]?\d{4}|(?:[0-2]\d|3[01])(?:0\d|1[0-2])\d{2}[-+A-F]?\d{3,5}[\dA-Z]?)$/
/** Two to four capitalised words, or a single one where the header speaks of names. */
const fullName = /^\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:van|von|de|der|da|af)\s+)?\p{Lu}[\p{L}'’.-]*){1,3}$/u
const oneName = /^\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’.-]*){0,3}$/u

const idWords = ['personnummer', 'personnr', 'fødselsnummer', 'cpr', 'henkilötunnus', 'hetu', 'ssn', 'passport', 'pnr']
const nameWords = [
  'name',
  'namn',
  'navn',
  'nimi',
  'förnamn',
  'efternamn',
  'fornavn',
  'etternavn',
  'efternavn',
  'etunimi',
  'sukunimi',
  'firstname',
  'lastname',
  'surname',
  'fullname',
]
const ipWords = ['ip', 'ipaddress']
const personWords = [
  'author',
  'reviewer',
  'customer',
  'client',
  'respondent',
  'guest',
  'passenger',
  'patient',
  'student',
  'member',
  'kund',
  'kunden',
  'kunde',
  'gäst',
  'gjest',
  'gæst',
  'asiakas',
  'vastaaja',
  'patientnamn',
  'user',
  'username',
  'contact',
  'kontakt',
]
/** Names of things rather than of people. */
const thingWords = [
  'product',
  'produkt',
  'tuote',
  'brand',
  'file',
  'company',
  'campaign',
  'event',
  'project',
  'course',
  'model',
]

const most = 0.8

/** What makes a column look like personal data, by its name and its answers; null if nothing does. */
export function personalSign({ about, profile }: Pick<PlannedColumn, 'about' | 'profile'>): PersonalSign | null {
  if (profile.filled === 0) return null
  const words = headerWords(about)
  const named = (list: readonly string[]): boolean => words.some((word) => list.includes(word))
  const texts = [...profile.values]
  const share = (fits: (text: string) => boolean): number =>
    texts.reduce((sum, [text, { count }]) => sum + (fits(text) ? count : 0), 0) /
    Math.max(
      1,
      texts.reduce((sum, [, { count }]) => sum + count, 0),
    )
  if (share((text) => mail.test(text)) >= 0.5) return 'email'
  if (share((text) => ip.test(text)) >= (named(ipWords) ? 0.5 : most)) return 'address'
  if (share((text) => pair.test(text)) >= most || isAbout(about, 'coordinate')) return 'coordinates'
  if (named(idWords)) return 'id'
  if (isAbout(about, 'phone') && share(isPhone) >= 0.5) return 'phone'
  if (texts.length >= 5 && share((text) => nationalId.test(text.replaceAll(' ', ''))) >= 0.9) return 'id'
  if (unitRank(about) !== null || named(thingWords)) return null
  const varied = profile.distinct >= 5
  if (varied && named(nameWords) && share((text) => oneName.test(text)) >= most) return 'name'
  return varied && named(personWords) && share((text) => fullName.test(text)) >= most ? 'name' : null
}

function isPhone(text: string): boolean {
  return /^\+?[\d\s()/-]{7,20}$/.test(text) && text.replace(/\D/g, '').length >= 7
}
