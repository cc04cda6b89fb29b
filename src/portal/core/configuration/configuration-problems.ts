// Owns what is wrong with the configuration that somebody is writing, as the server last said.
import { createStore } from '#portal/core/state/store.ts'

export interface ConfigurationProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

const problems = createStore<readonly ConfigurationProblem[]>([])
export const useConfigurationProblems = problems.use
export const showProblems = problems.set
export const dismissProblems = (): void => problems.set([])
