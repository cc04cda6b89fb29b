// Reads files of the configuration in the browser: once each, and again when the configuration has changed.
import useSWR from 'swr'
import { getJson } from '#portal/core/api/client.ts'
import { FIXED } from '#portal/core/api/shared-read.ts'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import { toVersionedFile } from '#portal/core/configuration/manifest-url.ts'
import { type KeyFigure, keyFiguresAddress, type ParameterSet } from '#shared/parameters/parameter-model.ts'

function useConfigurationFile<T>(address: string | undefined) {
  const { hash } = useManifest()
  return useSWR<T>(address && toVersionedFile(address, hash), getJson, FIXED)
}

interface SetRead {
  /** Undefined until it is there; of a category that is none, for ever. */
  readonly set: ParameterSet | undefined
  readonly hasFailed: boolean
  retry(): void
}

export function useParameterRead(family: string | undefined, id: string | undefined): SetRead {
  const address = family && id ? `/config/sets/${family}/${encodeURIComponent(id)}.json` : undefined
  const { data, error, mutate } = useConfigurationFile<ParameterSet>(address)
  return { set: data, hasFailed: error !== undefined, retry: () => void mutate() }
}

export const useParameterSet = (family: string | undefined, id: string | undefined) =>
  useParameterRead(family, id).set

type FiguresByCategory = Readonly<Record<string, readonly KeyFigure[]>>

/** The parameters that come first, by category; undefined until they are there. */
export const useKeyFigures = (family: string | undefined) =>
  useConfigurationFile<FiguresByCategory>(family && keyFiguresAddress(family)).data
