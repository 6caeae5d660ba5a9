import {
  IconAlertTriangle,
  IconAward,
  IconBox,
  IconBuildings,
  IconChartBar,
  IconChartLine,
  IconChecklist,
  IconClipboardList,
  IconFileImport,
  IconGauge,
  IconHistory,
  IconLayoutNavbar,
  IconListDetails,
  IconListNumbers,
  IconMail,
  IconMailbox,
  IconMessage,
  IconPointer,
  IconReportAnalytics,
  IconSend,
  IconTable,
  IconTargetArrow,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { WidgetType } from '@gensvar/contract/widgets/index'

/** Groups of kinds in the order in which they are offered; those that a version does not have yet are left out. */
export const kindGroups = {
  figures: [
    'variable-block',
    'development-chart',
    'ranking-table',
    'results-block',
    'variable-action-block',
    'global-values-table',
    'global-overview',
    'gamification-overview',
  ],
  people: [
    'latest-comments',
    'sample-table',
    'mail-templates-list',
    'mail-campaigns-list',
    'mail-campaign-details',
    'global-campaigns-list',
  ],
  actions: ['alert-table', 'action-manager', 'action-plan', 'action-overview', 'action-portfolio'],
  data: ['data-table', 'record-table', 'data-uploader', 'import-set-list'],
  layout: ['menu-block', 'selection-block', 'discriminator'],
} as const satisfies Record<string, readonly WidgetType[]>

/** A group of kinds. */
export type KindGroup = keyof typeof kindGroups

/** A kind that is offered. */
export type OfferedKind = (typeof kindGroups)[KindGroup][number]

/** The picture of each kind. */
export const kindIcons: Record<OfferedKind, Icon> = {
  'variable-block': IconGauge,
  'development-chart': IconChartLine,
  'ranking-table': IconListNumbers,
  'results-block': IconChartBar,
  'variable-action-block': IconPointer,
  'global-values-table': IconWorld,
  'global-overview': IconBuildings,
  'gamification-overview': IconAward,
  'latest-comments': IconMessage,
  'sample-table': IconUsers,
  'mail-templates-list': IconTemplate,
  'mail-campaigns-list': IconSend,
  'mail-campaign-details': IconMail,
  'global-campaigns-list': IconMailbox,
  'alert-table': IconAlertTriangle,
  'action-manager': IconChecklist,
  'action-plan': IconTargetArrow,
  'action-overview': IconClipboardList,
  'action-portfolio': IconReportAnalytics,
  'data-table': IconTable,
  'record-table': IconListDetails,
  'data-uploader': IconFileImport,
  'import-set-list': IconHistory,
  'menu-block': IconLayoutNavbar,
  'selection-block': IconBox,
  discriminator: IconUsersGroup,
}
