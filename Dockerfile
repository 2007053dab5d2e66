# One image per service: docker build --build-arg SERVICE=dispatcher-service .
FROM eclipse-temurin:21-jdk AS build
WORKDIR /src
COPY . .
# One build for all services: the layer is the same whatever SERVICE is.
RUN ./mvnw -q -B -DskipTests -Pquick -pl dispatcher-service,worker-service,reaper-service -am package
ARG SERVICE
RUN java -Djarmode=tools -jar $SERVICE/target/$SERVICE-*-exec.jar extract --layers --launcher --destination /layers

FROM eclipse-temurin:21-jre
RUN groupadd --system --gid 10001 holdfast \
  && useradd --system --uid 10001 --gid holdfast --home-dir /var/lib/holdfast --create-home holdfast
WORKDIR /app
COPY --from=build /layers/dependencies/ ./
COPY --from=build /layers/spring-boot-loader/ ./
COPY --from=build /layers/snapshot-dependencies/ ./
COPY --from=build /layers/application/ ./
USER holdfast
ENV HOLDFAST_WORKER_STATE_DIR=/var/lib/holdfast
# The services listen on every interface of their container; the compose file says what the host sees.
ENTRYPOINT ["java", "org.springframework.boot.loader.launch.JarLauncher"]
