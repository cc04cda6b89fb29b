// Lends no more tools than there are, and files a receipt for each loan.
import { Failure, type Hooks } from 'equipnet/handler'

export const DOOR = 1

export const hooks: Hooks = {
  borrowing: {
    beforePersist: async ({ item, engine }) => {
      const { toolId = '', quantity = 0 } = item.body
      const { stock = 0 } = await engine.get('tool', toolId)
      if (quantity > stock)
        throw new Failure('BAD_INPUT', {
          errors: [{ path: '/quantity', message: `现有 ${stock} 件，请减少件数` }],
        })
    },
    afterTransition: async ({ item, transition, engine }) => {
      if (transition.action !== 'accept') return
      const receipt = { title: `${item.body.title}借据`, borrowingId: item.id }
      await engine.asSystem().add('receipt', receipt, { ownerId: item.ownerId })
    },
  },
}
