import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import react from '@vitejs/plugin-react'
import { computedExamples } from './computed-examples.ts'
import { slimContract } from './slim-contract.ts'
import { slimStyles } from './slim-styles.ts'

/** Paths that belong to the API and the embedded identity provider. */
const apiPaths = [
  '/config',
  '/rest',
  '/vuejs',
  '/realms',
  '/health',
  '/outbox',
  '/mailimages',
  '/api/v1',
  '/answer',
  '/open',
  '/try',
  '/bigscreen',
  '/widget',
]
const api = process.env['GENSVAR_API'] ?? 'http://127.0.0.1:8080'

/**
 * Screens live at `/ranking/...` while assets live under `/new/`, as in production: a request for a
 * page outside the base path is answered with the application.
 */
function screensOutsideBase(): Plugin {
  return {
    name: 'screens-outside-base',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const url = request.url ?? '/'
        const page = request.headers.accept?.includes('text/html') ?? false
        const ours = url.startsWith('/new/') || apiPaths.some((path) => url.startsWith(`${path}/`))
        if (page && !ours) request.url = '/new/'
        next()
      })
    },
  }
}

/** Parts of the component library that draw dialogs, drawers and dropdowns: no first screen needs them. */
const onDemand =
  /@mantine\/core\/esm\/components\/(Modal|Drawer|Overlay|Select|MultiSelect|Checkbox|Radio|Pill|Textarea)|node_modules\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib|react-textarea-autosize|use-composed-ref|use-latest)|web\/src\/ui\/charts\//

/** A package's file; charts and schemas are large and stay with the screens that use them. */
const isPackage = (id: string): boolean => /node_modules\/(?!zod|echarts|zrender)/.test(id)

/** Forms: shared by the screens and dialogs that have one. */
const forms = /web\/src\/ui\/form\/|node_modules\/(@mantine\/form|klona|fast-deep-equal)\//

/** The validation of forms: loaded when somebody begins to fill one in. */
const schemas = /contract\/src\/.*\?bodies$|node_modules\/zod\//

/** Reports: loaded when one is started, or was started before. */
const reports = /contract\/src\/reports\.ts$|web\/src\/(features\/reports|lib\/(reports|start-report|open-file)\.ts$)/

/** The calls of actions, alerts, samples, tables and imports: loaded with the first screen that makes one. */
const work =
  /contract\/src\/(actions|alerts|samples|tables|imports|entities\/(samples|sample-editor|data-tables|imports|mail-tracking|comments))\.ts$/

/** Inputs that forms of the administration have. */
const fields =
  /@mantine\/core\/esm\/components\/(NumberInput|Switch|TagsInput|PasswordInput|Breadcrumbs|SegmentedControl|FloatingIndicator)|@mantine\/hooks\/esm\/(use-shallow-effect|use-mutation-observer|utils\/shallow-equal)\/|node_modules\/react-number-format\//

/** The administration: its screens share it, and nobody else needs it. */
const administration =
  /web\/src\/features\/(users|user-editor|roles|units|metadata|universe|effects|respondents|status|survey-list|survey-details|scripts|dashboard-editor|answer-links|api-keys)\/|contract\/src\/(roles|users?|user-[a-z]+|units|metadata|universes|effects|status|survey-list|respondents|scripts|dashboard-editor|answering|api-keys|entities\/(roles|users|universes|metadata|effects))\.ts$/

/** Message templates: their editors share them, and few people write any. */
const templates =
  /web\/src\/features\/templates\/|Icon(Braces|Photo)\.mjs|contract\/src\/(templates?(-editor|-markup)?|letters)\.ts$/

/** Campaigns and what they send: a screen of theirs or a component that shows one brings them. */
const campaigns =
  /web\/src\/(features\/(campaigns|sending-rules)|widgets\/(campaign|mail-campaigns?-[a-z]+|global-campaigns-list)|ui\/message-preview)\/|contract\/src\/(campaign[a-z-]*|sending-rules|entities\/campaign[a-z-]*)\.ts$/

/** Questionnaires: the builder and the guided start share them. */
const questionnaires =
  /web\/src\/(features\/questionnaires\/|lib\/(draft-keeper|use-kept-draft|address-name)\.ts$)|contract\/src\/questionnaires?(-document)?\.ts$|core\/esm\/components\/CopyButton|use-clipboard\//

/** Subscriptions to reports: loaded with the menu that offers them. */
const subscriptions = /web\/src\/features\/subscriptions\/|contract\/src\/subscriptions\.ts$|IconCalendarRepeat/

/** Tiles with what a figure is, and what shows actions: shared by the components and dialogs that have them. */
const tiles = /web\/src\/widgets\/(variable-block\/|figure-details\/figure-(details|button|dialog)\.)/
const actions = /web\/src\/widgets\/(action-|variable-action-block\/)/

/** The code editor: it is large, and few screens have one. */
const codeEditor =
  /web\/src\/ui\/code-editor\/(?!code-editor\.tsx)|node_modules\/(@codemirror|@lezer|codemirror|style-mod|crelt|w3c-keyname|@marijn)\//

/** Parts of the interface that no first screen has. */
const laterParts =
  /web\/src\/ui\/(work-progress|file-drop|upload-file|pdf-view\/[a-z-]+|problem-table|order-list|code-editor\/code-editor|data-table\/use-local-list)\./

/** One of the product's own files, except its texts. */
const isOwn = (id: string): boolean => /\/(web\/src|contract\/src)\/(?!locales)/.test(id)

/** Whether a file is kept out of what every screen loads. */
const isLater = (id: string): boolean =>
  [
    ...[onDemand, forms, schemas, reports, work, fields, administration, templates, subscriptions, tiles, actions],
    ...[campaigns, questionnaires, codeEditor, laterParts],
  ].some((pattern) => pattern.test(id))

/** Least number of screens that share a module which travels with all: three, and the gallery, which shows everything. */
const sharers = 4

/**
 * Packages that the development server and the browser tests optimise before they start. If they were discovered while
 * pages are open, they would be optimised again and leave two copies of React.
 */
export const prepared = [
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-javascript',
  '@codemirror/lang-xml',
  '@codemirror/lang-yaml',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/merge',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  'codemirror',
  'dayjs',
  'echarts/charts',
  'echarts/components',
  'echarts/core',
  'echarts/renderers',
  'grapesjs',
  'grapesjs-mjml',
  'i18next',
  'jspdf',
  'keycloak-js',
  'pdfjs-dist',
  'react',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'svg2pdf.js',
  'uqr',
  'yaml',
  'zod',
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/new/',
  plugins: [
    react(),
    screensOutsideBase(),
    computedExamples(),
    slimContract(),
    slimStyles(`${import.meta.dirname}/src`),
  ],
  optimizeDeps: { include: prepared },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: api, changeOrigin: false }])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      treeshake: {
        // The contract has no side effects, so what a screen does not use is left out.
        moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What several screens share travels in one piece: a hundred small ones load slower. What opens on
            // demand stays out of it.
            { name: 'shared', test: (id) => isPackage(id) && !isLater(id), minShareCount: sharers },
            { name: 'app', test: (id) => isOwn(id) && !isLater(id), minShareCount: sharers },
            { name: 'on-demand', test: onDemand, minShareCount: sharers },
            { name: 'form', test: forms, minShareCount: 2 },
            { name: 'reports', test: reports, minShareCount: 2 },
            { name: 'work', test: work, minShareCount: 2 },
            { name: 'fields', test: fields, minShareCount: 2 },
            { name: 'administration', test: administration, minShareCount: 2 },
            { name: 'templates', test: templates, minShareCount: 2 },
            { name: 'campaigns', test: campaigns, minShareCount: 2 },
            { name: 'questionnaires', test: questionnaires, minShareCount: 2 },
            { name: 'subscriptions', test: subscriptions, minShareCount: 2 },
            { name: 'tiles', test: tiles, minShareCount: 2 },
            { name: 'actions', test: actions, minShareCount: 2 },
            { name: 'code-editor', test: codeEditor },
            { name: 'later-parts', test: laterParts, minShareCount: 2 },
            { name: 'schemas', test: schemas, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
