import { openAnalytics } from '#server/domain/figures/engine/analytics.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { openPostgres } from '#server/platform/postgres.ts'

// A separate process that runs the feed of a database, for tests that kill it. Arguments: FOLDER DATABASE_URL.
const [folder = '', url = ''] = process.argv.slice(2)
const postgres = openPostgres(url)
const analytics = await openAnalytics({ folder, ...postgres, clock: systemClock, log: createLogger('error') })
await analytics.feed.catchUp()
await analytics.close()
await postgres.close()
process.stdout.write('done\n')
