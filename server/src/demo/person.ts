import type { Locale } from '@gensvar/contract/local-text'
import { boundedNormal } from './distribution.ts'
import type { Random } from './random.ts'
import { slug } from './slug.ts'
import { namesByCountry } from './texts/people.ts'
import type { Country } from './texts/people.ts'

/** A made-up person. */
export interface Person {
  firstName: string
  lastName: string
  gender: 'female' | 'male' | 'other'
  /** In years, on the day the person is first met. */
  age: number
  language: Locale
  email: string
  phone: string
  /** How easily the person is pleased, standard normal. */
  taste: number
}

const ownLanguage: Readonly<Record<Country, Locale>> = { SE: 'sv', NO: 'no', DK: 'da', FI: 'fi' }
const callingCode: Readonly<Record<Country, string>> = { SE: '+46', NO: '+47', DK: '+45', FI: '+358' }

/** Makes up a person. The number distinguishes people of the same name; addresses and telephone numbers are invalid. */
export function makePerson(random: Random, country: Country, number: number): Person {
  const names = namesByCountry[country]
  const female = random.chance(0.54)
  const firstName = random.pick(female ? names.female : names.male)
  const lastName = random.pick(names.last)
  const digits = String(number).padStart(6, '0')
  return {
    firstName,
    lastName,
    gender: random.chance(0.015) ? 'other' : female ? 'female' : 'male',
    age: boundedNormal(random, 44, 15, 16, 88),
    language: speaks(random, country),
    email: `${slug(firstName)}.${slug(lastName)}.${number}@example.org`,
    // In these countries no number begins with 00 after the country code.
    phone: `${callingCode[country]} 00 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    taste: random.normal(),
  }
}

function speaks(random: Random, country: Country): Locale {
  if (random.chance(0.06)) return 'en'
  return country === 'FI' && random.chance(0.06) ? 'sv' : ownLanguage[country]
}
