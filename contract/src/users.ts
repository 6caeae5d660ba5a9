import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { userDetails } from './entities/users.ts'
import { nameParam } from './request-texts.ts'

const ownParams = z.object({
  /** External name of a survey, or `-` without one. */
  survey: nameParam,
  userId: z.coerce.number().int().min(0),
})

/** A user's details as the restricted form shows them; only the caller's own. */
export const getUserDetails = defineRoute({
  id: 'getUserDetails',
  summary: 'Details of a user, for their own profile',
  method: 'GET',
  path: '/rest/users/details/{survey}/{userId}',
  permission: 'survey',
  params: ownParams,
  query: z.object({}),
  body: z.undefined(),
  response: userDetails,
})

/** Saves what a user may change of their own profile; answers the details as they are then. */
export const saveUserDetails = defineRoute({
  id: 'saveUserDetails',
  summary: 'Save the own profile',
  method: 'POST',
  path: '/rest/users/details/{survey}/{userId}',
  permission: 'survey',
  params: ownParams,
  query: z.object({}),
  body: z.object({ userDTO: userDetails.shape.userDTO.pick({ locale: true }) }),
  response: userDetails,
})
