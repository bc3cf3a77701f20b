/** Words that fields of Kubernetes take, which its published schema says in texts only; those of what deploy/ uses. */

const protocol = ['SCTP', 'TCP', 'UDP'];

/** The words that fields take, by the definition without `io.k8s.api.` and the field. */
export const kubernetesWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'autoscaling.v2.HPAScalingPolicy': { type: ['Percent', 'Pods'] },
  'autoscaling.v2.HPAScalingRules': { selectPolicy: ['Disabled', 'Max', 'Min'] },
  'autoscaling.v2.MetricSpec': { type: ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'] },
  'autoscaling.v2.MetricTarget': { type: ['AverageValue', 'Utilization', 'Value'] },
  'apps.v1.DeploymentStrategy': { type: ['Recreate', 'RollingUpdate'] },
  'core.v1.Container': { imagePullPolicy: ['Always', 'IfNotPresent', 'Never'] },
  'core.v1.ContainerPort': { protocol },
  'core.v1.SeccompProfile': { type: ['Localhost', 'RuntimeDefault', 'Unconfined'] },
  'core.v1.ServicePort': { protocol },
  'core.v1.ServiceSpec': { type: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] },
  'core.v1.TopologySpreadConstraint': { whenUnsatisfiable: ['DoNotSchedule', 'ScheduleAnyway'] },
  'networking.v1.HTTPIngressPath': { pathType: ['Exact', 'ImplementationSpecific', 'Prefix'] },
  'networking.v1.NetworkPolicyPort': { protocol },
  'networking.v1.NetworkPolicySpec': { policyTypes: ['Egress', 'Ingress'] },
  'policy.v1.PodDisruptionBudgetSpec': { unhealthyPodEvictionPolicy: ['AlwaysAllow', 'IfHealthyBudget'] },
};
