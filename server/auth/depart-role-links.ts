import { sql } from "kysely";

/**
 * What the roles of departments grant, to stand after `from`: `role_id`, `permission_id` and `data_rule_ids`. The data
 * rules of the department's own grant narrow each of its roles beside those of the role.
 */
export const departRoleLinks = sql`(
  select own.role_id, own.permission_id,
    nullif(concat_ws(',', nullif(own.data_rule_ids, ''), nullif(bounds.data_rule_ids, '')), '') as data_rule_ids
  from sys_depart_role_permission own
  left join sys_depart_role role on role.id = own.role_id
  left join sys_depart_permission bounds on bounds.depart_id = role.depart_id
    and bounds.permission_id = own.permission_id)`;
