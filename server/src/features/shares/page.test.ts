import { describe, expect, test } from 'vitest'
import { missingPage, sharePage } from './page.ts'
import type { SharedPage } from './store.ts'

describe('the page', () => {
  const page = (more: Partial<SharedPage>): string =>
    sharePage({
      ...{ surveyId: 1, title: 'Shop', rating: '5 / 5', quote: 'Good', universeTitle: { en: 'Retail', sv: 'Handel' } },
      ...{ defaultLocale: 'sv', ...more },
    })

  test('has what is shared, in the language of the organisation', () => {
    expect(page({})).toContain('<html lang="sv')
    expect(page({})).toContain('<p class="organisation">Handel</p>')
    expect(page({})).toContain('<p class="rating">5 / 5</p>')
    expect(page({})).toContain('<blockquote>“Good”</blockquote>')
    expect(page({})).toContain('content="Good"')
    expect(page({ defaultLocale: 'xx' })).toContain('<html lang="en')
    expect(page({ defaultLocale: 'xx' })).toContain('Retail')
  })

  test('leaves out what is not there', () => {
    const bare = page({ rating: '', quote: '' })
    expect(bare).not.toContain('class="rating"')
    expect(bare).not.toContain('<blockquote>')
    expect(bare).toContain('property="og:description" content=""')
    expect(page({ quote: '' })).toContain('property="og:description" content="5 / 5"')
  })

  test('escapes what people wrote, and keeps search engines away', () => {
    const attacked = page({ title: '<b>', rating: '<i>', quote: '<script>', universeTitle: { sv: '<u>' } })
    for (const tag of ['<b>', '<i>', '<script>', '<u>']) expect(attacked).not.toContain(tag)
    for (const one of [page({}), missingPage('en')]) expect(one).toContain('name="robots" content="noindex"')
  })

  test('that is missing says so in the reader’s language', () => {
    expect(missingPage('en')).toContain('There is nothing here')
    expect(missingPage('sv')).toContain('<html lang="sv')
    expect(missingPage('sv')).not.toContain('There is nothing here')
  })
})
