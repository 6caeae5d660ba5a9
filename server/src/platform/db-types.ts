import type { Generated } from 'kysely'
import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import type {
  DateText,
  Json,
  JsonDefault,
  JsonOrNull,
  MomentNow,
  MomentOrNull,
  Optional,
  Settings,
  Texts,
} from './db-columns.ts'
import type {
  ResponseTable,
  ResponseChangeTable,
  PublicationTable,
  SealedPeriodTable,
  PublishedMomentsTable,
  ResponseCommentTable,
  ResponseRecordTable,
  AlertAnswerTable,
  AlertLogTable,
  AlertTable,
} from './db-response-types.ts'
import type { ActionCommentTable, ActionTable, EffectBlockTable } from './db-action-types.ts'
import type { BackupRunTable } from './db-backup-types.ts'
import type { ApiKeyTable, HiddenCommentTable, KeyAllowanceTable } from './db-key-types.ts'
import type { DataTableRowTable, DataTableTable } from './db-data-table-types.ts'
import type { SavedFilterTable, ShareTable, StoredPathTable, UserPreferenceTable } from './db-saved-types.ts'
import type { SentRequestTable } from './db-sent-types.ts'
import type { MailTable, NoticeChoiceTable, NoticeTable, UnsubscribeTable } from './db-notice-types.ts'
import type { ErasedKeySecretTable, ErasedKeyTable, ErasureTable, SurveyRetentionTable } from './db-erasure-types.ts'
import type {
  CommentJudgementTable,
  CommentModelTable,
  CommentNoteTable,
  TextProviderTable,
} from './db-comment-types.ts'
import type {
  ConfigurationDraftTable,
  SampleUpdateTable,
  ScriptEventTable,
  ScriptTable,
  ScriptVersionTable,
} from './db-script-types.ts'
import type { QuestionnaireDraftTable, QuestionnaireVersionTable } from './db-questionnaire-types.ts'
import type { SubscriptionDeliveryTable, SubscriptionTable } from './db-subscription-types.ts'
import type {
  CampaignCountTable,
  CampaignExclusionTable,
  CampaignPaceTable,
  CampaignPushTable,
  CampaignTable,
  ContactLedgerTable,
  LetterTable,
  MessageEventTable,
  RecipientEventTable,
  RecipientTable,
  ReminderStopTable,
  SendingDayTable,
  SendingPaceTable,
  SendingRulesTable,
  SendingSecretTable,
  PhoneCallTable,
  RecordingTable,
  SmsPartTable,
  SmsReceiptTable,
  SuppressionTable,
  UsedAnswerLinkTable,
  PartialAnswerTable,
  OpenLinkTable,
  UsedFormTable,
} from './db-campaign-types.ts'
import type { SurveyWeightsTable } from './db-weights-types.ts'
import type { LetterDocumentTable, TemplateImageTable, TemplateTable } from './db-template-types.ts'
import type { PoolTables } from './db-pool-types.ts'
import type { ReportTable, StoredFilePartTable, StoredFileTable } from './db-report-types.ts'
import type { ImportImageTable, ImportSetTable, ImportUploadTable } from './db-import-types.ts'
import type {
  RoleTable,
  RoleSurveyTable,
  AppUserTable,
  UserUniverseTable,
  UserFilterTable,
  SessionTable,
  OneTimeCodeTable,
  KnownAddressTable,
  OidcModelTable,
  ProviderKeyTable,
  AttemptTable,
} from './db-people-types.ts'
import type { AuditTable } from './db-audit-types.ts'
import type { TaskScheduleTable, TaskTable } from './db-task-types.ts'
import type { WebhookDeliveryTable, WebhookTable } from './db-webhook-types.ts'

interface UniverseTable {
  id: Generated<number>
  name: string
  title: JsonDefault<Texts>
  host: Generated<string>
  locales: Generated<string[]>
  default_locale: Generated<string>
  time_zone: Generated<string>
  sheet_key: Generated<string>
  branding: JsonDefault<Settings>
  admins_create_surveys: Generated<boolean>
  edits_dashboards: Generated<boolean>
  version: Generated<number>
  calendar: JsonOrNull<CalendarConfig>
  created_at: MomentNow
}

interface SurveyTable {
  id: Generated<number>
  universe_id: number
  ext_name: string
  title: JsonDefault<Texts>
  organisation_name: Generated<string>
  tag: Generated<string>
  text_tag: Generated<string>
  disabled: Generated<boolean>
  samples_open: Generated<boolean>
  /** The user who made it in the product. */
  author_id: Optional<number>
  version: Generated<number>
  model_version: Generated<number>
  created_at: MomentNow
  /** With what its comments were last looked through as a whole. */
  comments_judged_with: Optional<string>
}

interface QuestionGroupTable {
  id: Generated<number>
  survey_id: number
  type: Generated<string>
  ext_name: string
  name: JsonDefault<Texts>
  features: JsonDefault<Settings>
  format: JsonDefault<Settings>
  sorder: Generated<number>
}

interface QuestionTable {
  id: Generated<number>
  survey_id: number
  group_id: Optional<number>
  variable: string
  foreign_name: Generated<string>
  type: 'scale' | 'single' | 'multiple' | 'numeric' | 'date' | 'text'
  title: JsonDefault<Texts>
  question: JsonDefault<Texts>
  features: JsonDefault<Settings>
  format: JsonDefault<Settings>
  filterable: Generated<boolean>
  weighted: Generated<boolean>
  anonymizable: Generated<boolean>
  diffmode: Generated<string>
  scale_min: Optional<number>
  scale_max: Optional<number>
  language: Optional<string>
  sorder: Generated<number>
}

interface ChoiceTable {
  id: Generated<number>
  question_id: number
  ext_name: string
  code: number
  title: JsonDefault<Texts>
  features: JsonDefault<Settings>
  sorder: Generated<number>
}

interface ViewTable {
  id: Generated<number>
  survey_id: number
  ext_name: string
  title: JsonDefault<Texts>
  levels: string[]
  sorder: Generated<number>
}

interface UnitTable {
  id: Generated<number>
  universe_id: number
  view_id: number
  depth: number
  parent_id: Optional<number>
  ext_name: string
  titles: JsonDefault<Texts>
  aliases: Generated<string[]>
  owner_user_id: Optional<number>
  valid_from: Optional<DateText>
  valid_to: Optional<DateText>
  version: Generated<number>
  succeeds_id: Optional<number>
}

interface UnitFormerPlaceTable {
  view_id: number
  parent_id: Optional<number>
  ext_name: string
  unit_id: number
}

interface ChangeTable {
  id: Generated<number>
  survey_id: number
  kind: 'response' | 'survey' | 'unit'
  row_id: number
  xid: Generated<string>
}

interface FeedConsumerTable {
  id: string
  xid: string
  change_id: number
  seen_at: MomentNow
}

interface BugTable {
  id: Generated<number>
  universe_id: Optional<number>
  survey_id: Optional<number>
  fingerprint: string
  message: string
  username: Generated<string>
  count: Generated<number>
  last_at: MomentNow
}

interface SettingTable {
  key: string
  value: Json<unknown>
  version: Generated<number>
  updated_at: MomentNow
}

interface SurveyDoubtTable {
  survey_id: number
  kind: 'below' | 'above' | 'dates' | 'undated' | 'personal' | 'codes'
  variable: string
  facts: Json<Settings>
  chosen: string
  decided_by: string | null
  decided_through: 'person' | 'command' | 'import' | null
  decided_at: MomentOrNull
  version: Generated<number>
}

interface ImportPlanTable {
  survey_id: number
  plan: Json<Settings>
}

/** Every table of the system of record, named as in the migrations. */
export interface Database extends PoolTables {
  universe: UniverseTable
  survey: SurveyTable
  effect_block: EffectBlockTable
  api_key: ApiKeyTable
  key_allowance: KeyAllowanceTable
  hidden_comment: HiddenCommentTable
  script: ScriptTable
  script_version: ScriptVersionTable
  script_event: ScriptEventTable
  sample_update: SampleUpdateTable
  configuration_draft: ConfigurationDraftTable
  questionnaire_draft: QuestionnaireDraftTable
  questionnaire_version: QuestionnaireVersionTable
  question_group: QuestionGroupTable
  question: QuestionTable
  choice: ChoiceTable
  view: ViewTable
  unit: UnitTable
  unit_former_place: UnitFormerPlaceTable
  response: ResponseTable
  response_change: ResponseChangeTable
  response_comment: ResponseCommentTable
  comment_judgement: CommentJudgementTable
  comment_note: CommentNoteTable
  comment_model: CommentModelTable
  text_provider: TextProviderTable
  survey_weights: SurveyWeightsTable
  publication: PublicationTable
  sealed_period: SealedPeriodTable
  published_moments: PublishedMomentsTable
  response_record: ResponseRecordTable
  alert: AlertTable
  alert_log: AlertLogTable
  alert_answer: AlertAnswerTable
  action: ActionTable
  action_comment: ActionCommentTable
  notice: NoticeTable
  notice_choice: NoticeChoiceTable
  mail: MailTable
  subscription: SubscriptionTable
  subscription_delivery: SubscriptionDeliveryTable
  unsubscribe: UnsubscribeTable
  used_answer_link: UsedAnswerLinkTable
  partial_answer: PartialAnswerTable
  open_link: OpenLinkTable
  used_form: UsedFormTable
  sent_request: SentRequestTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  campaign: CampaignTable
  campaign_count: CampaignCountTable
  campaign_pace: CampaignPaceTable
  campaign_exclusion: CampaignExclusionTable
  campaign_push: CampaignPushTable
  contact_ledger: ContactLedgerTable
  recipient: RecipientTable
  recipient_event: RecipientEventTable
  letter: LetterTable
  letter_document: LetterDocumentTable
  message_event: MessageEventTable
  reminder_stop: ReminderStopTable
  sending_day: SendingDayTable
  sending_pace: SendingPaceTable
  sending_rules: SendingRulesTable
  sending_secret: SendingSecretTable
  phone_call: PhoneCallTable
  recording: RecordingTable
  sms_part: SmsPartTable
  sms_receipt: SmsReceiptTable
  suppression: SuppressionTable
  change: ChangeTable
  feed_consumer: FeedConsumerTable
  role: RoleTable
  role_survey: RoleSurveyTable
  app_user: AppUserTable
  user_universe: UserUniverseTable
  user_filter: UserFilterTable
  session: SessionTable
  one_time_code: OneTimeCodeTable
  known_address: KnownAddressTable
  oidc_model: OidcModelTable
  provider_key: ProviderKeyTable
  attempt: AttemptTable
  audit: AuditTable
  bug: BugTable
  saved_filter: SavedFilterTable
  user_preference: UserPreferenceTable
  stored_path: StoredPathTable
  share: ShareTable
  task: TaskTable
  task_schedule: TaskScheduleTable
  stored_file: StoredFileTable
  stored_file_part: StoredFilePartTable
  report: ReportTable
  data_table: DataTableTable
  data_table_row: DataTableRowTable
  survey_retention: SurveyRetentionTable
  erasure: ErasureTable
  erased_key: ErasedKeyTable
  erased_key_secret: ErasedKeySecretTable
  setting: SettingTable
  backup_run: BackupRunTable
  survey_doubt: SurveyDoubtTable
  import_plan: ImportPlanTable
  import_set: ImportSetTable
  import_image: ImportImageTable
  import_upload: ImportUploadTable
  template: TemplateTable
  template_image: TemplateImageTable
}
