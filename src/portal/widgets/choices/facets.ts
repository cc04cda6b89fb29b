// Provides filters with the facets of their list: the number of items per choice, and the numbers that occur.
import { createContext, useContext } from 'react'

export interface Facet {
  readonly field: string
  readonly kind: 'choice' | 'range'
  readonly min: number | null
  readonly max: number | null
  readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

const FacetContext = createContext<ReadonlyMap<string, Facet>>(new Map())

export const FacetProvider = FacetContext.Provider

/** Undefined where the list says nothing of it, or not yet. */
export function useFacet(name: string): Facet | undefined {
  return useContext(FacetContext).get(name)
}

/** Choices with their counts; those that would find nothing are left out, but for the chosen ones. */
export function counted<T extends { readonly value: string }>(
  choices: readonly T[],
  facet: Facet | undefined,
  chosen: readonly string[],
): readonly (T & { readonly count?: number })[] {
  if (!facet) return choices
  const counts = new Map(facet.items.map(({ value, count }) => [value, count]))
  return choices
    .map((choice) => ({ ...choice, count: counts.get(choice.value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || chosen.includes(value))
}
