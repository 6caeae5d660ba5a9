import { openAnalytics } from '#server/domain/figures/engine/analytics.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { openPostgres } from '#server/platform/postgres.ts'

// A separate process that runs the feed of a database, for tests that kill it. Arguments: FOLDER DATABASE_URL, and the
// address of a ClickHouse if the figures are kept there.
const [folder = '', url = '', clickHouseUrl] = process.argv.slice(2)
const postgres = openPostgres(url)
const clickHouse = clickHouseUrl ? { url: clickHouseUrl, cluster: null } : null
const log = createLogger('error')
const analytics = await openAnalytics({ folder, clickHouse, ...postgres, clock: systemClock, log })
process.stdout.write('following\n')
await analytics.feed.catchUp()
await analytics.close()
await postgres.close()
process.stdout.write('done\n')
