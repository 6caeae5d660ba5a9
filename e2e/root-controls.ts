import type { Locator, Page } from '@playwright/test'
import { goWithin } from './fixtures.ts'

/** A screen with controls that are root's alone. */
interface RootScreen {
  name: string
  /** Goes there within the application. */
  open: (page: Page) => Promise<void>
  /** What everybody who may open the screen sees on it once it is there. */
  shown: (page: Page) => Locator
  /** What root sees besides, by name. */
  extras: Readonly<Record<string, (page: Page) => Locator>>
  /** Leaves the screen as a next one can follow it. */
  leave?: (page: Page) => Promise<void>
}

const place = 'country=SE;region=se-south;store=malmo-triangeln'
const at = (href: string) => (page: Page) => goWithin(page, href)
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
const field = (name: string) => (page: Page) => page.getByRole('textbox', { name })
const toggle = (name: string) => (page: Page) => page.getByRole('switch', { name, exact: true })

/** Opens what a link of a list leads to. */
const through = (href: string, link: string | RegExp) => async (page: Page) => {
  await goWithin(page, href)
  await page.getByRole('link', { name: link }).first().click()
}

/** A campaign of the demo, with the button of its state and what a table of messages has for root. */
function campaign(title: string, next: string): RootScreen {
  return {
    name: `the campaign ${title}`,
    open: through('/page/campaigns/visits/root', title),
    shown: button('Information'),
    extras: {
      [next]: button(next),
      ...{ Edit: button('Edit'), Stop: button('Stop'), Download: button('Download'), Delete: button('Delete') },
    },
  }
}

/** Every screen that the texts name with what they give root there, on the demo's survey of visits. */
export function rootScreens(file: string): RootScreen[] {
  return [
    {
      name: 'the bars',
      open: at('/page/waiting/visits/root'),
      shown: (page) => page.getByRole('article', { name: 'Waiting time' }),
      extras: {
        'list of surveys': button('Administration'),
        tasks: button('Tasks'),
        failures: button(/failures? recorded$/),
        'a block for root alone': (page) => page.getByText('root only', { exact: true }),
      },
    },
    {
      name: 'the list of samples',
      open: at(`/samplelist/visits/${place};samplestate=2`),
      shown: (page) => page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1),
      extras: { 'Delete all': button('Delete all') },
    },
    {
      name: 'a sample',
      async open(page) {
        await page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1).getByRole('link').first().click()
        await page.getByRole('button', { name: 'More', exact: true }).click()
      },
      shown: (page) => page.getByRole('menuitem', { name: /^Resend/ }).first(),
      extras: { Delete: (page) => page.getByRole('menuitem', { name: 'Delete' }) },
      leave: (page) => page.keyboard.press('Escape'),
    },
    {
      name: 'a file to import',
      async open(page) {
        await goWithin(page, '/page/import/visits/root')
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('button', { name: 'Upload', exact: true }).click()
      },
      shown: button('Import'),
      extras: { Update: button('Update') },
    },
    {
      name: 'the actions',
      open: at('/page/actions/visits/root'),
      shown: button('New action'),
      extras: { Evaluate: button('Evaluate') },
    },
    campaign('Before the opening in Norway', 'Start'),
    campaign('Members this winter', 'Resume'),
    campaign('After the visit', 'Pause'),
    {
      name: 'the messages of a campaign',
      open: async () => undefined,
      shown: (page) => page.getByRole('table', { name: 'Messages' }).getByRole('row').nth(1),
      extras: {
        Resend: (page) => page.getByRole('table', { name: 'Messages' }).getByRole('button', { name: /^Resend/ }),
        'rows to choose': (page) => page.getByRole('table', { name: 'Messages' }).getByRole('checkbox'),
      },
    },
    {
      name: 'the editor of a campaign',
      open: (page) => page.evaluate(() => void (window.location.hash = '#basic')),
      shown: (page) => page.getByRole('heading', { level: 1, name: /^After the visit/ }),
      extras: {
        Sendings: (page) => page.getByRole('tab', { name: /^Sendings/ }),
        Extname: field('Extname'),
      },
    },
    {
      name: 'a new campaign',
      open: at(`/createmailcampaign/visits/invite/${place}`),
      shown: (page) => page.getByRole('radio', { name: 'Auto-add' }),
      extras: { Extname: field('Extname'), Push: (page) => page.getByRole('radio', { name: 'Push' }) },
    },
    {
      name: 'a new template',
      open: at('/mailtemplate/visits/0'),
      shown: field('Name'),
      extras: { Extname: field('Extname'), system: toggle('System template') },
    },
    {
      name: 'a system template',
      open: through('/page/send/visits/root', /^Thank/),
      shown: button('Duplicate'),
      extras: { Save: button('Save'), Delete: button('Delete') },
    },
    {
      name: 'a user',
      open: through('/userlist/visits', /^store@/),
      shown: field('First name'),
      extras: {
        'user name': button('Change user name'),
        enabled: toggle('Enabled'),
        administrator: toggle('Administrator'),
        'identity provider': (page) => page.getByRole('heading', { name: 'Identity provider' }),
        'filters of every survey': (page) => page.getByRole('heading', { name: 'Question filters: Online orders' }),
      },
    },
    {
      name: 'the details of a user',
      open: (page) =>
        page.evaluate(() => history.pushState({}, '', location.pathname.replace('usereditor', 'userdetails'))),
      shown: toggle('Disabled'),
      extras: {
        'act as': toggle('Act-as access'),
        'filters of every survey': (page) => page.getByRole('heading', { name: /Online orders/ }),
      },
    },
  ]
}

/** Addresses that are root's alone. */
export const rootAddresses = [
  '/tasks/visits',
  '/mails/visits',
  '/auditlog/visits',
  '/surveylist/visits',
  '/sl',
  '/script/visits',
]
