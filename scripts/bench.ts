// Runs `npm run bench`: compares the portal with hand-written counterparts and prints one table of ratios.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { benchConfiguration } from '../tests/bench/bench-configuration.ts'
import { benchEquipment } from '../tests/bench/bench-equipment.ts'
import { benchGrowth } from '../tests/bench/bench-growth.ts'
import { benchItems } from '../tests/bench/bench-items.ts'
import { benchMap } from '../tests/bench/bench-map.ts'
import { benchOverload } from '../tests/bench/bench-overload.ts'
import { benchPages } from '../tests/bench/bench-pages.ts'
import { benchReload } from '../tests/bench/bench-reload.ts'
import { benchServer } from '../tests/bench/bench-server.ts'
import { benchSockets } from '../tests/bench/bench-sockets.ts'
import { type BenchRow, isMet, toTable } from '../tests/bench/statistics.ts'
import { openVenue, type Venue } from '../tests/bench/venue.ts'
import { BRIEF } from './lib/brief-process.ts'

const { values } = parseArgs({
  options: {
    /** One round and few items: figures to compare within the run, not to quote. */
    short: { type: 'boolean', default: false },
    /** Hardly any work: shows that everything runs, not how fast it is. */
    smoke: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    items: { type: 'string', default: '10000' },
    /** Of equipment on PostgreSQL; a million takes minutes to fill, see BENCH_EQUIPMENT_URL. */
    equipment: { type: 'string', default: '1000000' },
  },
})

const isSmoke = values.smoke
// Before the built-in database is loaded.
if (isSmoke) for (const option of BRIEF) setFlagsFromString(option)
const isShort = values.short || isSmoke
const rounds = isShort ? 1 : 5
const parts: Record<string, (venue: Venue) => Promise<BenchRow[]>> = {
  configuration: () => benchConfiguration(rounds, isSmoke),
  // The test of hot reload shows already that it runs.
  ...(isSmoke ? {} : { reload: () => benchReload(rounds) }),
  pages: (venue) => benchPages(venue, { rounds, isSmoke }),
  map: (venue) => benchMap(venue, isShort ? 1 : 3, isSmoke),
  sockets: (venue) => benchSockets(venue, rounds, isSmoke),
  server: () =>
    benchServer({
      items: isSmoke ? 50 : isShort ? 500 : Number(values.items),
      seconds: isSmoke ? 0 : isShort ? 1 : 4,
      rounds,
      isSmoke,
    }),
  overload: () => benchOverload({ seconds: isSmoke ? 0 : isShort ? 4 : 15, isSmoke }),
  // Starts eight portals; scripts/crash.ts and the tests show already that it runs.
  ...(isSmoke ? {} : { growth: () => benchGrowth(isShort ? 3 : 10) }),
  // Filling a million items takes longer than all else; a short run has fewer.
  ...(isSmoke
    ? {}
    : { items: () => benchItems(isShort ? [1_000, 20_000] : [10_000, 1_000_000], isShort ? 10 : 20) }),
  equipment: () =>
    benchEquipment({
      items: isSmoke ? 300 : isShort ? 1_000 : Number(values.equipment),
      embedded: isSmoke ? 300 : isShort ? 1_000 : 10_000,
      rounds,
      isSmoke,
    }),
}
if (values.only && !parts[values.only]) {
  console.error(`--only 应为 ${Object.keys(parts).join('、')} 之一`)
  process.exit(1)
}

const wanted = Object.entries(parts).filter(([name]) => !values.only || values.only === name)
const rows: BenchRow[] = []
async function measure<T>(run: (venue: Venue) => Promise<T>): Promise<T> {
  const venue = openVenue(isSmoke)
  try {
    return await run(venue)
  } finally {
    await venue.close()
  }
}
try {
  // In a smoke run the figures do not matter, so the parts run concurrently.
  if (isSmoke)
    rows.push(...(await measure((venue) => Promise.all(wanted.map(([, run]) => run(venue))))).flat())
  else for (const [, run] of wanted) rows.push(...(await measure(run)))
} catch (error) {
  // Ends also what a part has started and could not stop.
  console.error(error)
  process.exit(1)
}
if (values.json)
  console.log(
    JSON.stringify(
      rows.map((row) => ({ ...row, met: isMet(row) })),
      null,
      2,
    ),
  )
else console.log(`\n${toTable(rows)}\n\n${rows.filter(isMet).length} of ${rows.length} goals met`)
