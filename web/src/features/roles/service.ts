export { RolesSection } from './roles-section.tsx'
