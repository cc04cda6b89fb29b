// Keeps a process at the revision that was published last, whichever process published it.
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import type { Services } from '#server/platform/call.ts'
import { CHANNEL, loadPublished, loadRevisionNumber } from './published.ts'

/**
 * Reloads the source whenever a revision is published; what was published while nobody listened is fetched now, and when
 * the connection is restored. A revision that this process cannot serve leaves the model as it is, as invalid files do.
 * Returns a function that stops.
 */
export async function followPublished(
  source: ConfigurationSource,
  { db, database }: Pick<Services, 'db' | 'database'>,
): Promise<() => Promise<void>> {
  source.setPublished(() => loadPublished(db))
  const catchUp = async () => source.catchUp(await loadRevisionNumber(db))
  const follow = () =>
    void catchUp().catch((error: unknown) => console.error('未能加载已发布的配置：', error))
  const stop = await database.listen(CHANNEL, follow, (gap) => gap === 'restored' && follow())
  await catchUp()
  return stop
}
