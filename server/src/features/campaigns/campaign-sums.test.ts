import { portableSql } from '#server/platform/sql.ts'
