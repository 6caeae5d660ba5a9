import { actionEntities } from './actions.ts'
import { alertEntities } from './alerts.ts'
import { apiKeyEntities } from './api-keys.ts'
import { bigScreenEntities } from './big-screen.ts'
import { campaignWizardEntities } from './campaign-wizard.ts'
import { campaignEntities } from './campaign-examples.ts'
import { cellDetailsEntities } from './cell-details.ts'
import { chartEntities } from './chart.ts'
import { commentEntities } from './comments.ts'
import { dataTableEntities } from './data-tables.ts'
import { distributionEntities } from './distribution.ts'
import { effectEntities } from './effects.ts'
import type { Entity } from './entity.ts'
import { gamificationEntities } from './gamification.ts'
import { globalOverviewEntities } from './global-overview.ts'
import { identityEntities } from './identity.ts'
import { importEntities } from './imports.ts'
import { indicatorEntities } from './indicator.ts'
import { interviewEntities } from './interview.ts'
import { mailTrackingEntities } from './mail-tracking.ts'
import { metadataEntities } from './metadata.ts'
import { navigationEntities } from './navigation.ts'
import { noticeEntities } from './notices.ts'
import { rankingEntities } from './ranking.ts'
import { reportEntities } from './reports.ts'
import { roleEntities } from './roles.ts'
import { sampleEditorEntities } from './sample-editor.ts'
import { sampleEntities } from './samples.ts'
import { scriptEntities } from './scripts.ts'
import { sessionEntities } from './session.ts'
import { shellEntities } from './shell.ts'
import { summaryResultsEntities } from './summary-results.ts'
import { surveyEntities } from './survey.ts'
import { taskEntities } from './tasks.ts'
import { templateEntities } from './templates.ts'
import { textAnalyticsEntities } from './text-analytics.ts'
import { universeEntities } from './universes.ts'
import { userEntities } from './users.ts'

/** Every entity on the wire by name, with a valid example. */
export const entities = {
  ...shellEntities,
  ...identityEntities,
  ...sessionEntities,
  ...commentEntities,
  ...surveyEntities,
  ...navigationEntities,
  ...noticeEntities,
  ...rankingEntities,
  ...cellDetailsEntities,
  ...interviewEntities,
  ...indicatorEntities,
  ...chartEntities,
  ...distributionEntities,
  ...summaryResultsEntities,
  ...globalOverviewEntities,
  ...textAnalyticsEntities,
  ...gamificationEntities,
  ...alertEntities,
  ...actionEntities,
  ...sampleEntities,
  ...sampleEditorEntities,
  ...mailTrackingEntities,
  ...dataTableEntities,
  ...importEntities,
  ...reportEntities,
  ...templateEntities,
  ...campaignEntities,
  ...campaignWizardEntities,
  ...userEntities,
  ...roleEntities,
  ...universeEntities,
  ...scriptEntities,
  ...metadataEntities,
  ...taskEntities,
  ...effectEntities,
  ...apiKeyEntities,
  ...bigScreenEntities,
} satisfies Record<string, Entity>

/** Name of an entity. */
export type EntityName = keyof typeof entities
