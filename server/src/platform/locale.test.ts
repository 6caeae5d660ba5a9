import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { acceptedLocale, localeOf } from './locale.ts'

describe('the language asked for', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['sv', 'sv'],
    ['sv-SE', 'sv'],
    ['nb-NO', 'no'],
    ['nn', 'no'],
    ['de-DE, fi;q=0.4, da;q=0.7', 'da'],
    ['sv;q=0, en;q=0.1', 'en'],
    ['de, *;q=0.5', null],
  ])('%j is %s', (header, locale) => {
    expect(acceptedLocale(header)).toBe(locale)
  })

  test("wins over the profile's; without it the profile's is used, and English for one we do not speak", () => {
    expect(localeOf({ locale: 'fi' }, 'da')).toBe('da')
    expect(localeOf({ locale: 'fi' }, 'de')).toBe('fi')
    expect(localeOf({ locale: 'de' }, undefined)).toBe('en')
  })
})

describe('words and figures of an answer', () => {
  let dashboard: Dashboard
  let token: string

  beforeAll(async () => {
    dashboard = await openDashboard()
    const { db } = dashboard.deps
    const user = await createUser(db, { isRoot: true })
    await db.updateTable('app_user').set({ locale: 'fi' }).where('id', '=', user.id).execute()
    token = await signIn(dashboard.deps, user, dashboard.universeId)
  })

  afterAll(() => dashboard.close())

  async function tileIn(language: string | undefined) {
    const response = await dashboard.app.inject({
      url: `/rest/widgets/data/${dashboard.survey}/head/root`,
      headers: { ...bearer(token), ...(language !== undefined && { 'accept-language': language }) },
    })
    const [tile] = response.json<{ variables: { formattedValue: string; nodeName: string }[] }>().variables
    return { value: tile?.formattedValue, node: tile?.nodeName }
  }

  test('follow the request in turn, whatever was computed for another language before', async () => {
    expect(await tileIn('en-GB')).toEqual({ value: '3.0', node: 'All' })
    expect(await tileIn('sv-SE')).toEqual({ value: '3,0', node: 'Alla' })
    expect(await tileIn('en-GB')).toEqual({ value: '3.0', node: 'All' })
  })

  test("follow the user's own language where the request has none of ours", async () => {
    expect(await tileIn(undefined)).toEqual({ value: '3,0', node: 'Kaikki' })
    expect(await tileIn('de-DE')).toEqual({ value: '3,0', node: 'Kaikki' })
  })

  test('are those of the request in a refusal as well, and of the user where it has none', async () => {
    const refusal = async (language?: string) => {
      const response = await dashboard.app.inject({
        url: `/rest/widgets/data/${dashboard.survey}/head/date=soon;nothing=1`,
        headers: { ...bearer(token), ...(language !== undefined && { 'accept-language': language }) },
      })
      expect(response.statusCode).toBe(400)
      return response.json<{ message: string; fields: Record<string, string> }>()
    }
    expect((await refusal('en-GB')).fields).toMatchObject({ nothing: 'There is no such variable.' })
    const swedish = await refusal('sv-SE')
    expect(swedish.fields).toEqual({
      date: '”soon” är inget datum, ingen period och inget datumintervall som kan läsas.',
      nothing: 'Det finns ingen sådan variabel.',
    })
    expect(swedish.message).toBe(
      `Ett filter kan inte användas. ”date”: ${swedish.fields['date']} ”nothing”: ${swedish.fields['nothing']}`,
    )
    const finnish = await refusal('fi-FI')
    expect(finnish.message).toMatch(/^Suodatinta ei voi käyttää. ”date”: ”soon” ei ole luettava päivämäärä/)
    expect(await refusal()).toEqual(finnish)
  })

  test('follow it too where the overview looks into a universe', async () => {
    const response = await dashboard.app.inject({
      url: `/rest/widgets/data/${dashboard.survey}/world/root`,
      headers: { ...bearer(token), 'accept-language': 'sv-SE' },
    })
    expect(response.json()).toMatchObject({
      indicatorBlocks: [{ groups: [{ variables: [{ formattedGoal: '3,0', nodeName: 'Alla' }] }] }],
    })
  })
})
