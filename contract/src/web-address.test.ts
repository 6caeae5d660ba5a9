import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { settingsDocument } from './configuration/server-config.ts'
import { surveyConfig } from './configuration/survey-config.ts'
import { isLinkAddress } from './address-text.ts'
import { widgets } from './widgets/index.ts'

/** Texts that are not addresses, or that a browser reads as a different address than they appear to be. */
const evil = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', '\u0001javascript:alert(1)'],
  ...[
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'vbscript:x',
    'VBSCRIPT:x',
  ],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg/>',
    'blob:https://example.org/1',
    'file:///x',
  ],
  ...[
    '//example.org',
    '/\\example.org',
    '\\\\example.org',
    '/\t/example.org',
    'https:example.org',
    'https:/\\example.org',
  ],
  ...['https://good.example@example.org/', 'https://a:b@example.org', 'ht\ttps://example.org', 'https://exa mple.org'],
  ...[
    'https://example.org/\u0000',
    'https://example.org\\@good.example',
    'view-source:https://example.org',
    'https://',
  ],
  ...['{user}', '{user}://example.org', 'javascript:{user}', 'feed:https://example.org', 'intent://x'],
]

interface Leaf {
  path: string
  accepts: (text: string) => boolean
}

type Def = z.core.$ZodTypes['_zod']['def']

/** Every text of a schema, by its path; alternatives and lists are all gone into. */
function leavesOf(schema: z.core.$ZodType, path: string, seen: readonly z.core.$ZodType[] = []): Leaf[] {
  if (seen.includes(schema)) return []
  const into = (inner: z.core.$ZodType, name = '') => leavesOf(inner, `${path}${name}`, [...seen, schema])
  const { def } = schema._zod as { def: Def }
  switch (def.type) {
    case 'string':
      return [{ path, accepts: (text) => (schema as z.ZodType).safeParse(text).success }]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => into(inner, `.${key}`))
    case 'array':
      return into(def.element, '[]')
    case 'record':
      return into(def.valueType, '{}')
    case 'union':
      return def.options.flatMap((option) => into(option))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return into(def.innerType)
    case 'pipe':
      return into(def.in)
    case 'lazy':
      return into(def.getter())
    default:
      return []
  }
}

const leaves = [
  ...leavesOf(surveyConfig, 'survey'),
  ...leavesOf(settingsDocument, 'settings'),
  ...Object.entries(widgets).flatMap(([type, widget]) => leavesOf(widget.config, type)),
]

/** Words in a field's name that mean it is an address or part of one. */
const soundsLikeAddress = /(url|link|href|address|logo|image|faq|oldData|website|target|src|forward)/i

/** Fields with such a name that are something else. */
const somethingElse = [
  // Questions of the survey.
  /^survey\.interview\.links\.(by|label)$/,
  /^survey\.actions\.compound\[\]\.items\[\]\.target$/,
  // The addresses of a link column are checked with the column, below: of other columns it is a question.
  /\.(columns|leafColumns)\[\]\.target$/,
  // An image kept here, whose addresses have one form alone.
  /^survey\.questionnaire\.brand\.logo$/,
  // A switch.
  /^survey\.questionnaire\.openLinks$/,
  // Names of universes.
  /^settings\.server\.forward\.\w+\.universes\[\]$/,
]

const addresses = leaves.filter(
  ({ path }) => soundsLikeAddress.test(path) && !somethingElse.some((pattern) => pattern.test(path)),
)

test('the walk finds the addresses there are', () => {
  expect(addresses.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'survey.announcements[].url',
      'survey.support.faq',
      'survey.details{}.gotoZendeskLink',
      'settings.server.identityProvider.url',
      'settings.server.systemLogoURL',
      'settings.server.supportDeskURL',
      'settings.server.systemMessage.link',
      'settings.server.forward.vgs.oldData',
      'settings.server.forward.finland.address',
      'settings.universe.branding.logo',
      'gamification-overview.awards[].obtainedImageURL',
    ]),
  )
  expect(leaves.length).toBeGreaterThan(200)
})

test.each(addresses.map((leaf) => [leaf.path, leaf] as const))('%s takes an address and no trick', (_path, leaf) => {
  expect(leaf.accepts('https://example.org/a?b=1#c')).toBe(true)
  expect(evil.filter(leaf.accepts)).toEqual([])
})

test('no field checks addresses by itself', () => {
  const byItself = leaves.filter(
    ({ path, accepts }) =>
      !addresses.some((one) => one.path === path) && accepts('https://a.example/x') && !accepts('x'),
  )
  expect(byItself).toEqual([])
})

test('a logo of a questionnaire is an image that is kept here', () => {
  const accepts = (logo: string) => surveyConfig.safeParse({ questionnaire: { brand: { logo } } }).success
  expect(accepts('/mailimages/aB3_-x.png')).toBe(true)
  const elsewhere = ['https://example.org/a.png', '/new/logo.svg', '/mailimages/../a.png', '/mailimages/a.svg']
  expect([...evil, ...elsewhere].filter(accepts)).toEqual([])
})

test.each(['columns', 'leafColumns'])('a link column of %s takes an address and no trick', (columns) => {
  const accepts = (target: string, renderType = 'link') =>
    widgets['ranking-table'].config.safeParse({
      id: 'a',
      size: 12,
      columns: ['x'],
      [columns]: [{ value: 'x', renderType, target }],
    }).success
  expect(accepts('https://example.org/{receipt}')).toBe(true)
  expect(evil.filter((address) => accepts(address))).toEqual([])
  expect(accepts('overall', 'lits')).toBe(true)
})

describe('a link', () => {
  test.each(['https://example.org', 'HTTP://example.org', '/page/x', 'mailto:help@example.org', '/'])(
    'leads to %s',
    (address) => expect(isLinkAddress(address)).toBe(true),
  )

  test('leads to nothing else', () => {
    expect(evil.filter(isLinkAddress)).toEqual([])
    expect(['', ' ', '#', 'page', 'mailto:', 'mailto:a@b\nBcc:c@d', 'tel:1'].filter(isLinkAddress)).toEqual([])
  })
})
