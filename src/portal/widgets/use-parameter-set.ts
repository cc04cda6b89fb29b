// Owns the reading of a parameter set in the browser: once for each category, anew when the configuration changed.
import useSWR from 'swr'
import type { ParameterSet } from '../../shared/parameter-model.ts'
import { getJson } from '../api/client.ts'
import { useManifest } from '../api/manifest.ts'

/** Undefined until it is there; of a category that is none, for ever. */
export function useParameterSet(
  family: string | undefined,
  id: string | undefined,
): ParameterSet | undefined {
  const { hash } = useManifest()
  const address = family && id ? `/config/sets/${family}/${encodeURIComponent(id)}.json` : null
  const { data } = useSWR<ParameterSet>(address && [address, hash], () => getJson(`${address}?v=${hash}`), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  return data
}
