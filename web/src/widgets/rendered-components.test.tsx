import { screen } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { globalOverviewExample } from '@gensvar/contract/entities/global-overview'
import { importSetExample } from '@gensvar/contract/entities/imports'
import { summaryResultsExample } from '@gensvar/contract/entities/summary-results'
import { templateRowExample } from '@gensvar/contract/entities/templates'
import { getGlobalOverview } from '@gensvar/contract/overview'
import { getWidgetData } from '@gensvar/contract/widget-data'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component, figure, header, nameColumn, ranking, startWith, unitRow } from './testing/ranking-fixtures.ts'
import { sampleList, sampleRow } from './testing/sample-fixtures.ts'
import { serveWidget } from './testing/serve-widget.ts'

afterEach(endApp)

/** A survey in which every page shows the component. */
function onEveryPage(shown: AnyComponent): ReturnType<typeof startFixture> {
  const start = startFixture()
  const pages = start.survey.pages.map((page) => ({ ...page, components: [shown] }))
  return { ...start, survey: { ...start.survey, pages } }
}

test('a ranking table is rendered on every page of the survey (COMP-21)', async () => {
  const start = onEveryPage(component('ranking-table', { id: 'units', title: 'Units', columns: ['csi'] }))
  const answers = serveWidget('ranking-table', () =>
    ranking({ headers: [nameColumn(), header('csi')], rows: [unitRow('North', 1, [figure(70)])] }),
  )
  expect(start.survey.pages.length).toBeGreaterThan(1)
  for (const { extname } of start.survey.pages) {
    await renderApp(`/page/${extname}/visits/root`, [answers, ...signedInServer(identityFixture(), start)])
    expect(await screen.findByRole('table', { name: 'Units' }), extname).toBeVisible()
    expect(await screen.findByRole('row', { name: /North/ }), extname).toBeVisible()
    endApp()
  }
})

test('a sample table is rendered on every page of the survey (COMP-20)', async () => {
  const start = onEveryPage(component('sample-table', { id: 'customers', title: 'Customers', columns: ['customer'] }))
  const answers = serveWidget('sample-table', () => sampleList([sampleRow(1, 'Eva Lind', '1')]))
  expect(start.survey.pages.length).toBeGreaterThan(1)
  for (const { extname } of start.survey.pages) {
    await renderApp(`/page/${extname}/visits/root`, [answers, ...signedInServer(identityFixture(), start)])
    expect(await screen.findByRole('table', { name: 'Customers' }), extname).toBeVisible()
    expect(await screen.findByRole('row', { name: /Eva Lind/ }), extname).toBeVisible()
    endApp()
  }
})

test('a data uploader is rendered on every page of the survey (COMP-23)', async () => {
  const start = onEveryPage(
    component('data-uploader', { id: 'up', title: 'Import customers', fields: [{ variable: 'email' }], states: [0] }),
  )
  const answers = serve(getWidgetData, { files: ['march.xlsx'], mayImport: true })
  expect(start.survey.pages.length).toBeGreaterThan(1)
  for (const { extname } of start.survey.pages) {
    await renderApp(`/page/${extname}/visits/root`, [answers, ...signedInServer(identityFixture(), start)])
    expect(await screen.findByRole('heading', { name: 'Import customers' }), extname).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Choose a file' }), extname).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Open march.xlsx' }), extname).toBeVisible()
    endApp()
  }
})

test('an import set list is rendered on every page of the survey (COMP-24)', async () => {
  const start = onEveryPage(component('import-set-list', { id: 'sets', title: 'What was imported' }))
  const set = { ...importSetExample, filename: 'march.xlsx' }
  const answers = serveWidget('import-set-list', () => ({ importSets: [set], mayRemove: true }))
  expect(start.survey.pages.length).toBeGreaterThan(1)
  for (const { extname } of start.survey.pages) {
    await renderApp(`/page/${extname}/visits/root`, [answers, ...signedInServer(identityFixture(), start)])
    expect(await screen.findByRole('heading', { name: 'What was imported' }), extname).toBeVisible()
    expect(await screen.findByRole('rowheader', { name: 'march.xlsx' }), extname).toBeVisible()
    endApp()
  }
})

test('a list of templates is rendered on every page of the survey (COMP-25)', async () => {
  const start = onEveryPage(component('mail-templates-list', { id: 'texts', title: 'Texts we send' }))
  const answers = serveWidget('mail-templates-list', () => ({
    rows: [{ ...templateRowExample, name: 'Spring' }],
    mayEdit: true,
  }))
  expect(start.survey.pages.length).toBeGreaterThan(1)
  for (const { extname } of start.survey.pages) {
    await renderApp(`/page/${extname}/visits/root`, [answers, ...signedInServer(identityFixture(), start)])
    expect(await screen.findByRole('table', { name: 'Texts we send' }), extname).toBeVisible()
    expect(await screen.findByRole('rowheader', { name: 'Spring' }), extname).toBeVisible()
    endApp()
  }
})

test('a results block is rendered (COMP-31)', async () => {
  const start = startWith({ overview: [component('results-block', { id: 'results' })] })
  await renderApp('/page/overview/visits/root', [
    serveWidget('results-block', () => summaryResultsExample),
    ...signedInServer(identityFixture(), start),
  ])
  expect(await screen.findByRole('row', { name: /^Helpful/ })).toBeVisible()
})

test('the global overview is rendered as a component of a page and on the login page (COMP-32)', async () => {
  const tiles = globalOverviewExample.indicatorBlocks.flatMap(({ groups }) =>
    groups.slice(0, 1).flatMap(({ variables }) => variables),
  )
  expect(tiles.length).toBeGreaterThan(0)
  const start = startWith({ overview: [component('global-overview', { id: 'world' })] })
  await renderApp('/page/overview/visits/root', [
    serveWidget('global-overview', () => globalOverviewExample),
    ...signedInServer(identityFixture(), start),
  ])
  expect(await screen.findAllByRole('article')).toHaveLength(tiles.length)
  endApp()
  await renderApp('/', [
    serve(getGlobalOverview, globalOverviewExample),
    ...signedInServer(identityFixture({ loginStatus: 6, universe: null, authToken: 'token' }), startFixture()),
  ])
  expect(await screen.findAllByRole('article')).toHaveLength(tiles.length)
})
