// Orders the test files in their one queue: the fast projects first, in each project the large files first.
import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { caseModules } from './case-modules.ts'

/** Returns the size in bytes, including case modules. */
const sizeOf = (path: string): number =>
  caseModules(path).reduce((sum, module) => sum + statSync(module).size, 0)

const ORDER = ['node', 'portal-content', 'conventions', 'portal', 'portal-content-pages', 'browser']

/**
 * A worker continues with files of its own project, so each project stays together. When one project ends, no worker
 * waits.
 */
export class ProjectOrder implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({
      file,
      rank: ORDER.indexOf(file.project.name),
      size: sizeOf(file.moduleId),
    }))
    // Starts the largest test files first, because they mostly take longest. So no long file is left running alone at
    // the end.
    return ranked.sort((one, other) => one.rank - other.rank || other.size - one.size).map(({ file }) => file)
  }

  /** All of them: runs are not divided among machines. */
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}
