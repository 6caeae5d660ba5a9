import type { Locator, Page } from '@playwright/test'
import { goWithin } from './fixtures.ts'

type Find = (page: Page) => Locator

/** A screen with controls that are root's alone. */
interface RootScreen {
  name: string
  /** Goes there within the application. */
  open: (page: Page) => Promise<void>
  /** What everybody who may open the screen sees on it once it is there. */
  shown: Find
  /** What the others see where root sees something else. */
  instead?: Find
  /** What root sees besides, by name. */
  extras: Readonly<Record<string, Find>>
  /** Leaves the screen as a next one can follow it. */
  leave?: (page: Page) => Promise<void>
}

/** A screen that is root's alone. */
interface RootPlace {
  address: string
  /** Opens it in another way than by its address, which is then only refused to the others. */
  open?: (page: Page) => Promise<void>
  /** What root manages there: for each part, the tab that has it, if there are tabs, and the control. */
  parts: readonly { tab?: string; control: Find }[]
}

/** A place whose samples no other journey changes. */
const place = 'country=SE;region=se-east;store=vasteras-erikslund'
const at = (href: string) => (page: Page) => goWithin(page, href)
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
const field = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true })
/** The name of a switch ends with its help. */
const toggle = (name: string) => (page: Page) => page.getByRole('switch', { name: new RegExp(`^${name}`) })
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name })
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, exact: true })
const group = (name: string) => (page: Page) => page.getByRole('group', { name, exact: true })
/** It stands beside what root does with a campaign. */
const stateOfMessages = (page: Page) => page.getByRole('combobox', { name: 'State', exact: true })
const messages = (page: Page) => page.getByRole('table', { name: 'Messages' })
const buttons = (...names: string[]) => Object.fromEntries(names.map((name) => [name, button(name)]))

/** The link of a row, in a table of a name. */
const link = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('link', { name, exact: true })

/** The link of a survey in root's list, where those of other tests may have the same title. */
const surveyLink = (extName: string) => (page: Page) => page.locator(`a[href^="/survey/${extName}/"]`)

/** Opens what a row leads to. */
const through = (href: string, table: string, name: string) => async (page: Page) => {
  await goWithin(page, href)
  await link(page, table, name).click()
}

/** A campaign of the demo, with the button of its state and what its table of messages has for root. */
function campaign(title: string, next: string): RootScreen {
  return {
    name: `the campaign ${title}`,
    open: through('/page/campaigns/visits/root', 'Campaigns', title),
    shown: stateOfMessages,
    extras: buttons(next, 'Edit', 'Stop', 'Download', 'Delete'),
  }
}

const templates = [
  ['mailtemplate', 'Subject and sender'],
  ['smstemplate', 'Message'],
  ['lettertemplate', 'Document'],
  ['calltemplate', 'Greeting'],
] as const

/** A new template of a kind, by the first part of its address and the heading that this kind alone has. */
function template([kind, own]: readonly [string, string]): RootScreen {
  return {
    name: `a new ${kind}`,
    open: at(`/${kind}/visits/0`),
    shown: heading(own),
    extras: { extname: field('Extname'), system: toggle('System template') },
  }
}

/** Every screen that the texts name with what they give root there, on the demo's survey of visits. */
export function rootScreens(file: string): RootScreen[] {
  return [
    {
      name: 'the bars',
      // The only time that the application is loaded.
      open: async (page) => void (await page.goto('/page/waiting/visits/root')),
      shown: (page) => page.getByRole('article', { name: 'Waiting time' }),
      extras: {
        ...buttons('Administration', 'Tasks'),
        failures: button(/failures? recorded$/),
        'a block for root alone': (page) => page.getByText('root only', { exact: true }),
      },
    },
    {
      name: 'the list of samples',
      open: at(`/samplelist/visits/${place};samplestate=2`),
      shown: (page) => page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1),
      extras: buttons('Delete all'),
    },
    {
      name: 'a sample',
      async open(page) {
        await page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1).getByRole('link').first().click()
        await page.getByRole('button', { name: 'More', exact: true }).click()
      },
      shown: (page) => page.getByRole('menuitem', { name: /^Resend/ }).first(),
      extras: { delete: (page) => page.getByRole('menuitem', { name: 'Delete' }) },
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
      extras: buttons('Update'),
    },
    {
      name: 'the actions',
      open: at('/page/actions/visits/root'),
      shown: button('New action'),
      extras: buttons('Evaluate'),
    },
    campaign('Before the opening in Norway', 'Start'),
    campaign('Members this winter', 'Resume'),
    {
      name: 'the editor of a campaign',
      async open(page) {
        await goWithin(page, '/page/campaigns/visits/root')
        await goWithin(page, `${await link(page, 'Campaigns', 'After the visit').getAttribute('href')}#basic`)
      },
      shown: heading(/^After the visit/),
      instead: stateOfMessages,
      extras: {
        ...Object.fromEntries(['Sendings', 'Template', 'Data validation', 'Filters'].map((name) => [name, tab(name)])),
        extname: field('Extname'),
        ...buttons('Update'),
      },
    },
    { ...campaign('After the visit', 'Pause'), open: (page) => goWithin(page, page.url().replace('#basic', '')) },
    {
      name: 'the messages of a campaign',
      open: async () => undefined,
      shown: (page) => messages(page).getByRole('row').nth(1),
      extras: { 'rows to choose': (page) => messages(page).getByRole('checkbox') },
    },
    {
      name: 'a new campaign',
      open: at(`/createmailcampaign/visits/invite/${place}`),
      shown: (page) => page.getByRole('radio', { name: 'Auto-add' }),
      extras: { extname: field('Extname'), push: (page) => page.getByRole('radio', { name: 'Push' }) },
    },
    ...templates.map(template),
    {
      name: 'a system template',
      open: through('/page/send/visits/root', 'Templates', 'Thank you'),
      shown: button('Duplicate'),
      extras: {
        ...buttons('Save', 'Delete'),
        'a name to change': (page) => page.getByRole('textbox', { name: 'Name', exact: true, disabled: false }),
      },
    },
    {
      name: 'a user',
      open: through('/userlist/visits', 'Users of the organisation', 'Axel Agent'),
      shown: field('First name'),
      extras: {
        ...buttons('Change user name', 'Fetch'),
        enabled: toggle('Enabled'),
        administrator: toggle('Administrator'),
        'identity provider': heading('Identity provider'),
        'filters of every survey': group('Question filters: Online orders'),
      },
    },
    {
      name: 'the details of a user',
      open: (page) =>
        page.evaluate(() => history.pushState({}, '', location.pathname.replace('usereditor', 'userdetails'))),
      shown: heading('Axel Agent'),
      extras: { 'act as': toggle('Act-as access'), 'filters of every survey': group('Online orders') },
    },
  ]
}

/** Every screen that is root's alone, with what root manages on it. */
export const rootPlaces: readonly RootPlace[] = [
  {
    address: '/surveylist/visits',
    parts: [
      ...['New organisation', 'Save organisation', 'Add role', 'Add script', 'New key'].map((name) => ({
        control: button(name),
      })),
      // Last, because the answers of all surveys are counted for it, which takes long the first time.
      { control: surveyLink('e-commerce') },
    ],
  },
  {
    address: '/survey/visits/1',
    open: (page) => surveyLink('visits')(page).click(),
    parts: [
      { tab: 'Settings', control: button('Save settings') },
      { tab: 'Questions', control: button(/^Edit question/) },
      { tab: 'Scripts', control: button('Add script') },
      { tab: 'Tasks', control: button('Create a test task') },
      { tab: 'Effects', control: button('Add effects') },
    ],
  },
  { address: '/sl', parts: [{ control: button('New organisation') }] },
  { address: '/script/visits', parts: [{ control: button('Save script') }] },
  { address: '/tasks/visits', parts: [{ control: button('Create a test task') }] },
]
